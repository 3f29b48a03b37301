package io.azureccm.e2e.cluster.admission;

import dev.cel.runtime.CelEvaluationException;
import io.azureccm.e2e.cluster.admission.Expressions.Compiled;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The variables of a policy as a map; each is computed on first access. */
final class LazyVariables extends AbstractMap<String, Object> {
    /** Computes a variable. */
    interface Evaluator {
        Object evaluate(Compiled expression) throws CelEvaluationException;
    }

    private final Map<String, Compiled> expressions;
    private final Evaluator evaluator;
    private final Map<String, Object> known = new HashMap<>();

    LazyVariables(Map<String, Compiled> expressions, Evaluator evaluator) {
        this.expressions = expressions;
        this.evaluator = evaluator;
    }

    @Override
    public boolean containsKey(Object name) {
        return expressions.containsKey(name);
    }

    @Override
    public Object get(Object name) {
        if (!known.containsKey(name) && expressions.containsKey(name)) {
            try {
                known.put((String) name, evaluator.evaluate(expressions.get(name)));
            } catch (CelEvaluationException failed) {
                throw new IllegalStateException("variable " + name + ": " + failed.getMessage(), failed);
            }
        }
        return known.get(name);
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        expressions.keySet().forEach(this::get);
        return known.entrySet();
    }
}

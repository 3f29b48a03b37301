package io.azureccm.e2e.cluster.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Compiles expressions in the environment that a kube-apiserver gives admission policies; all fields of an object are
 * dynamically typed.
 */
final class Expressions {
    private static final Cel CEL = CelFactory.standardCelBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setOptions(CelOptions.current().enableHeterogeneousNumericComparisons(true).build())
            .addVar("object", SimpleType.DYN)
            .addVar("oldObject", SimpleType.DYN)
            .addVar("request", SimpleType.DYN)
            .addVar("namespaceObject", SimpleType.DYN)
            .addVar("variables", SimpleType.DYN)
            .addCompilerLibraries(CelExtensions.strings(), CelExtensions.optional())
            .addRuntimeLibraries(CelExtensions.strings(), CelExtensions.optional())
            .addFunctionDeclarations(KubernetesFunctions.DECLARATIONS)
            .addFunctionBindings(KubernetesFunctions.BINDINGS)
            .build();

    /** All clusters of a process have the same policies, and compiling one takes longer than all their other work at a start. */
    private static final Map<String, Compiled> COMPILED = new ConcurrentHashMap<>();

    private Expressions() {}

    /** A compiled expression; {@code source} is kept for messages. */
    record Compiled(String source, CelRuntime.Program program) {
        Object evaluate(Map<String, Object> values, ExpressionCost cost) throws CelEvaluationException {
            return cost == null ? program.eval(values) : program.trace(values, cost);
        }
    }

    /** Throws if the expression does not compile; the message says what is wrong and where. */
    static Compiled compile(String source) {
        return COMPILED.computeIfAbsent(source, Expressions::compiled);
    }

    private static Compiled compiled(String source) {
        try {
            return new Compiled(source, CEL.createProgram(CEL.compile(source).getAst()));
        } catch (CelValidationException | CelEvaluationException wrong) {
            throw new IllegalArgumentException("compilation failed: " + wrong.getMessage(), wrong);
        }
    }

    /** A JSON tree as a CEL value. */
    static Object value(JsonNode node) {
        if (node == null || node.isNull())
            return NullValue.NULL_VALUE;
        if (node.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            node.properties().forEach(entry -> map.put(entry.getKey(), value(entry.getValue())));
            return map;
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(item -> list.add(value(item)));
            return list;
        }
        if (node.isIntegralNumber())
            return node.longValue();
        return node.isNumber() ? node.doubleValue() : node.isBoolean() ? (Object) node.booleanValue() : node.asText();
    }
}

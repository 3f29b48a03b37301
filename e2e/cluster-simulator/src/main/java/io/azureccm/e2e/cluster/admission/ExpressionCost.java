package io.azureccm.e2e.cluster.admission;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Estimates the cost of evaluations in the units of a kube-apiserver, as an upper bound: each step costs one unit,
 * calls that traverse a text or list cost its size, regular expressions cost text times expression, and creating lists
 * or maps costs a surcharge.
 */
public final class ExpressionCost implements CelEvaluationListener {
    /** An expression that exceeds this cost is aborted. */
    public static final long PER_EXPRESSION = 1_000_000;
    /** Limit for all variables, validations and messages of a policy and binding. */
    public static final long PER_POLICY = 10_000_000;
    /** Limit for all conditions of a policy. */
    public static final long MATCH_CONDITIONS = 2_500_000;
    private static final Set<String> REGULAR = Set.of("matches", "find", "findAll");
    private static final int LIST = 10;
    private static final int MAP = 30;
    private final Map<Long, Object> values = new HashMap<>();
    private long total;

    public long total() {
        return total;
    }

    @Override
    public void callback(CelExpr expr, Object value) {
        values.put(expr.id(), value);
        total += switch (expr.getKind()) {
            case CONSTANT -> 0;
            case LIST -> LIST;
            case MAP, STRUCT -> MAP;
            case CALL -> call(expr.call(), value);
            default -> 1;
        };
    }

    private long call(CelExpr.CelCall call, Object result) {
        long sizes = call.target().map(this::size).orElse(0L);
        for (CelExpr argument : call.args())
            sizes += size(argument);
        if (REGULAR.contains(call.function())) {
            CelExpr text = call.target().orElseGet(() -> call.args().getFirst());
            return 1 + tenth(size(text) + 1) * Math.max(1, (size(call.args().getLast()) + 3) / 4);
        }
        return switch (call.function()) {
            // Accessed by index or key, or by a known length.
            case "_[_]", "_[?_]", "size", "_&&_", "_||_", "!_", "_?_:_", "orValue", "hasValue" -> 1;
            case "@in" -> 1 + (value(call.args().getLast()) instanceof List<?> list ? list.size() : 1);
            case "_+_" -> 1 + (result instanceof Collection<?> list ? list.size() + LIST : tenth(sizes));
            default -> 1 + (result instanceof Collection<?> ? LIST : 0) + tenth(sizes) + elements(call);
        };
    }

    private long elements(CelExpr.CelCall call) {
        return call.args()
                .stream()
                .map(this::value)
                .mapToLong(value -> value instanceof Collection<?> all ? all.size() : 0)
                .sum();
    }

    private Object value(CelExpr expr) {
        return expr.getKind() == CelExpr.ExprKind.Kind.CONSTANT ? text(expr) : values.get(expr.id());
    }

    private static Object text(CelExpr expr) {
        return expr.constant().getKind() == dev.cel.common.ast.CelConstant.Kind.STRING_VALUE
                ? expr.constant().stringValue()
                : null;
    }

    private long size(CelExpr expr) {
        return size(value(expr));
    }

    private static long size(Object value) {
        return switch (value) {
            case String text -> text.length();
            case Map<?, ?> map ->
                map.entrySet().stream().mapToLong(entry -> size(entry.getKey()) + size(entry.getValue())).sum();
            case Collection<?> all -> all.stream().mapToLong(ExpressionCost::size).sum();
            case null, default -> 1;
        };
    }

    private static long tenth(long size) {
        return (size + 9) / 10;
    }
}

package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.ArmExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which bucket: the subscription in lower case, the limit by name, and for a limit of each resource its id in lower case, else "". */
record BucketKey(String subscription, String limit, String resource) {
    private static final String NETWORK = "microsoft.network/";
    private static final String COMPUTE = "microsoft.compute/";

    /** The buckets that a request is counted in: ARM's own first, then those of the provider, the narrowest last. */
    static List<BucketKey> of(ArmExchange exchange) {
        String subscription = exchange.target().subscription().toLowerCase(Locale.ROOT);
        String type = exchange.target().type().toLowerCase(Locale.ROOT);
        List<BucketKey> keys = new ArrayList<>(3);
        keys.add(new BucketKey(subscription, armLimit(exchange), ""));
        if (type.startsWith(NETWORK)) {
            keys.add(new BucketKey(subscription,
                    exchange.isRead() ? BudgetLimits.NETWORK_READS : BudgetLimits.NETWORK_WRITES, ""));
        } else if (type.startsWith(COMPUTE)) {
            ComputePolicy.of(exchange, type).ifPresent(policy -> {
                keys.add(new BucketKey(subscription, policy.limitName(), ""));
                if (policy.isPerResource()) {
                    keys.add(new BucketKey(subscription, policy.resourceLimitName(), exchange.target().key()));
                }
            });
        }
        return keys;
    }

    boolean isArm() {
        return limit.startsWith("arm-");
    }

    /** The limit itself, whatever resource it counts for. */
    BucketKey family() {
        return resource.isEmpty() ? this : new BucketKey(subscription, limit, "");
    }

    boolean isPerResource() {
        return !resource.isEmpty();
    }

    private static String armLimit(ArmExchange exchange) {
        return switch (exchange.kind()) {
            case GET, LIST, POLL -> BudgetLimits.ARM_READS;
            case DELETE -> BudgetLimits.ARM_DELETES;
            case PUT, POST -> BudgetLimits.ARM_WRITES;
        };
    }

    /** For messages: {@code arm-writes of subscription S}. */
    @Override
    public String toString() {
        return limit + (isPerResource() ? " (" + resource + ")" : "") + " of subscription " + subscription;
    }
}

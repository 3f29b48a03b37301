package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.http.ArmExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Identifies a bucket: the subscription in lower case, the name of the limit, and in lower case, for a limit of each resource
 * its id, for a limit of each action the action, such as {@code microsoft.network/loadbalancers/write}; otherwise "".
 */
record BucketKey(String subscription, String limit, String resource) {
    private static final String NETWORK = "microsoft.network/";
    private static final String COMPUTE = "microsoft.compute/";

    /** The buckets in which a request is counted: ARM's own first, then those of the provider, the narrowest last. */
    static List<BucketKey> of(ArmExchange exchange) {
        String subscription = exchange.target().subscription().toLowerCase(Locale.ROOT);
        String type = exchange.target().type().toLowerCase(Locale.ROOT);
        List<BucketKey> keys = new ArrayList<>(3);
        keys.add(new BucketKey(subscription, armLimit(exchange), ""));
        if (type.startsWith(NETWORK)) {
            String limit = exchange.kind().isRead() ? BudgetLimits.NETWORK_READS : BudgetLimits.NETWORK_WRITES;
            keys.add(new BucketKey(subscription, limit, ""));
            keys.add(new BucketKey(subscription, limit + BudgetLimits.PER_ACTION, action(exchange, type)));
        } else if (type.startsWith(COMPUTE)) {
            ComputePolicy.of(exchange).ifPresent(policy -> {
                keys.add(new BucketKey(subscription, policy.limitName(), ""));
                if (policy.isPerResource())
                    keys.add(new BucketKey(subscription, policy.resourceLimitName(), exchange.target().key()));
            });
        }
        return keys;
    }

    boolean isArm() {
        return limit.startsWith("arm-");
    }

    /** The limit itself, regardless of the resource. */
    BucketKey family() {
        return resource.isEmpty() ? this : new BucketKey(subscription, limit, "");
    }

    /** True if it counts a part of what another bucket counts for the subscription: one resource, or one action. */
    boolean isPart() {
        return !resource.isEmpty();
    }

    boolean isPerAction() {
        return limit.endsWith(BudgetLimits.PER_ACTION);
    }

    /** The same limit for another resource, or for an action on another type. */
    boolean isBeside(BucketKey other) {
        return limit.equals(other.limit) && subscription.equals(other.subscription) && !part().equals(other.part());
    }

    private String part() {
        return isPerAction() ? resource.substring(0, resource.lastIndexOf('/')) : resource;
    }

    private static String action(ArmExchange exchange, String type) {
        return switch (exchange.kind()) {
            case GET, LIST -> type + "/read";
            case POLL -> NETWORK + "locations/operations/read";
            case DELETE -> type + "/delete";
            case PUT, POST -> type + "/write";
        };
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
        return limit + (isPart() ? " (" + resource + ")" : "") + " of subscription " + subscription;
    }
}

package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.http.ArmExchangeGate.Response;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The remaining calls of a bucket according to the headers of a response; empty if none of them matches the bucket. */
final class RemainingCalls {
    private static final Map<String, String> DIRECTIONS = Map.of(BudgetLimits.ARM_READS, "reads",
            BudgetLimits.ARM_WRITES, "writes", BudgetLimits.ARM_DELETES, "deletes");

    private RemainingCalls() {}

    static OptionalLong of(BucketKey key, Response response) {
        if (key.isArm()) {
            String direction = DIRECTIONS.get(key.limit());
            return lowest(Stream.of("subscription-" + direction, "subscription-global-" + direction), response);
        }
        if (!response.policies().isEmpty() && key.limit().startsWith("compute-")) {
            return response.policies()
                    .entrySet()
                    .stream()
                    .filter(policy -> isOfResource(policy.getKey()) == key.isPart())
                    .mapToLong(Map.Entry::getValue)
                    .min();
        }
        return key.isPart()
                ? OptionalLong.empty()
                : lowest(Stream.of("subscription-resource-requests", "subscription-resource-entities-read"), response);
    }

    /** Providers end the name of a policy with what it counts for. */
    static boolean isOfResource(String policy) {
        return policy.toLowerCase(Locale.ROOT).endsWith("resource");
    }

    private static OptionalLong lowest(Stream<String> headers, Response response) {
        return headers.filter(response.remaining()::containsKey).mapToLong(response.remaining()::get).min();
    }
}

package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.arm.RateLimit;
import io.azureccm.common.config.arm.RateLimitClient;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Types of the rate limit keys; inside an object the names are those of the top level. */
public final class RateLimitTypes {

    public static final String ENABLED = "cloudProviderRateLimit";

    public static final String READ_QPS = "cloudProviderRateLimitQPS";

    public static final String READ_BUCKET = "cloudProviderRateLimitBucket";

    public static final String WRITE_QPS = "cloudProviderRateLimitQPSWrite";

    public static final String WRITE_BUCKET = "cloudProviderRateLimitBucketWrite";

    public static final ValueType<Given> CLIENT = SimpleType.object(
            "an object such as {\"cloudProviderRateLimit\": true, \"cloudProviderRateLimitQPS\": 3}",
            RateLimitTypes::given, RateLimitTypes::json);

    /** Never rendered: the limits are rendered under the client's own key. */
    public static final ValueType<Map<RateLimitClient, Given>> ENTRIES = SimpleType.object(
            "an object such as {\"loadBalancerRateLimit\": {\"cloudProviderRateLimit\": true}}",
            RateLimitTypes::entries, value -> MissingNode.getInstance());

    public static final ValueType<Integer> BUCKET = ScalarTypes.integer(0, Integer.MAX_VALUE, 0);

    private RateLimitTypes() {}

    /** The values as written; absent and zero numbers are zero and mean "not set". */
    public record Given(Optional<Boolean> enabled, double readQps, int readBucket, double writeQps, int writeBucket) {

        public static final Given NOTHING = new Given(Optional.empty(), 0, 0, 0, 0);

        public static Given of(RateLimit limit) {
            return new Given(Optional.of(limit.enabled()), limit.readQps(), limit.readBucket(), limit.writeQps(),
                    limit.writeBucket());
        }

        /** The effective limit: values that are not set come from the parent, then from reads, then from the defaults. */
        public RateLimit resolve(RateLimit parent) {
            if (!enabled.orElse(parent.enabled())) {
                return RateLimit.OFF;
            }
            double qps = first(readQps, parent.readQps(), RateLimit.DEFAULT_QPS);
            int bucket = (int) first(readBucket, parent.readBucket(), RateLimit.DEFAULT_BUCKET);
            return new RateLimit(true, qps, bucket, first(writeQps, parent.writeQps(), qps),
                    (int) first(writeBucket, parent.writeBucket(), bucket));
        }

        private static double first(double given, double inherited, double otherwise) {
            return given > 0 ? given : inherited > 0 ? inherited : otherwise;
        }
    }

    private static Given given(Fields fields) {
        return new Given(fields.get(ENABLED, ScalarTypes.BOOL),
                fields.get(READ_QPS, ScalarTypes.decimal(0)).orElse(0.0), fields.get(READ_BUCKET, BUCKET).orElse(0),
                fields.get(WRITE_QPS, ScalarTypes.decimal(0)).orElse(0.0),
                fields.get(WRITE_BUCKET, BUCKET).orElse(0));
    }

    private static JsonNode json(Given value) {
        if (value.equals(Given.NOTHING)) {
            return MissingNode.getInstance();
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        value.enabled().ifPresent(e -> object.put(ENABLED, e));
        return object.put(READ_QPS, value.readQps())
                .put(READ_BUCKET, value.readBucket())
                .put(WRITE_QPS, value.writeQps())
                .put(WRITE_BUCKET, value.writeBucket());
    }

    private static Map<RateLimitClient, Given> entries(Fields fields) {
        Map<RateLimitClient, Given> entries = new EnumMap<>(RateLimitClient.class);
        for (RateLimitClient client : RateLimitClient.values()) {
            fields.get(client.key(), CLIENT).ifPresent(g -> entries.put(client, g));
        }
        return entries;
    }
}

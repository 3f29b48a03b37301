package io.azureccm.common.config.arm;

/**
 * A token bucket for reads and one for writes; rates are calls per second.
 */
public record RateLimit(boolean enabled, double readQps, int readBucket, double writeQps, int writeBucket) {

    /** No limit. */
    public static final RateLimit OFF = new RateLimit(false, 0, 0, 0, 0);

    /** Default rate if limits are on but no rate is given. */
    public static final double DEFAULT_QPS = 1.0;

    /** Default bucket size if limits are on but no bucket is given. */
    public static final int DEFAULT_BUCKET = 5;
}

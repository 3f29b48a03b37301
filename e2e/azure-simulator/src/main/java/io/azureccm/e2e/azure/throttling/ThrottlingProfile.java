package io.azureccm.e2e.azure.throttling;

/**
 * How strictly requests are throttled.
 *
 * @param enabled whether requests are rejected at all
 * @param scale factor for the sizes and refill rates of a subscription's buckets: 0.1 throttles ten times earlier
 *     than Azure, as if others had used up nine tenths. Limits per resource are not scaled.
 */
public record ThrottlingProfile(boolean enabled, double scale) {
    public static ThrottlingProfile off() {
        return new ThrottlingProfile(false, 1);
    }

    /** Azure's documented buckets. */
    public static ThrottlingProfile azure() {
        return new ThrottlingProfile(true, 1);
    }

    public static ThrottlingProfile scaled(double scale) {
        return new ThrottlingProfile(true, scale);
    }
}

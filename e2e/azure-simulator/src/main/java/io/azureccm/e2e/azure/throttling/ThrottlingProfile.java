package io.azureccm.e2e.azure.throttling;

/**
 * How strictly requests are counted.
 *
 * @param enabled whether anything is refused
 * @param scale factor on the sizes and refill rates of the buckets of a subscription: 0.1 throttles ten times earlier than Azure,
 *     as if others had used up nine tenths. What Azure counts for one resource stays as it is.
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

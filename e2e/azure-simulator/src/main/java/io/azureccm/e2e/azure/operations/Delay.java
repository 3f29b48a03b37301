package io.azureccm.e2e.azure.operations;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A duration, drawn from a log-normal distribution with this median and this 99th percentile: never more than a few
 * times the latter, and constant if both are the same.
 */
public record Delay(Duration median, Duration p99) {
    private static final double QUANTILE_99 = 2.3263478740408408;
    private static final int MAX_FACTOR = 4;
    public static final Delay NONE = of(Duration.ZERO);

    public static Delay of(Duration time) {
        return new Delay(time, time);
    }

    public static Delay ofMillis(long millis) {
        return of(Duration.ofMillis(millis));
    }

    Duration draw(RandomGenerator random) {
        if (median.equals(p99))
            return median;
        double sigma = Math.log((double) p99.toNanos() / median.toNanos()) / QUANTILE_99;
        double drawn = median.toNanos() * Math.exp(sigma * random.nextGaussian());
        return Duration.ofNanos((long) Math.min(drawn, (double) MAX_FACTOR * p99.toNanos()));
    }
}

package io.azureccm.e2e.azure.operations;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** A duration: constant, or drawn from a log-normal distribution. */
public sealed interface Delay {
    Duration draw(RandomGenerator random);

    Delay NONE = new Fixed(Duration.ZERO);

    /** Always the same duration. */
    record Fixed(Duration time) implements Delay {
        @Override
        public Duration draw(RandomGenerator random) {
            return time;
        }
    }

    /** Log-normal, given by its median and its 99th percentile; never more than a few times the latter. */
    record LogNormal(Duration median, Duration p99) implements Delay {
        private static final double QUANTILE_99 = 2.3263478740408408;
        private static final int MAX_FACTOR = 4;

        @Override
        public Duration draw(RandomGenerator random) {
            double sigma = Math.log((double) p99.toNanos() / median.toNanos()) / QUANTILE_99;
            double drawn = median.toNanos() * Math.exp(sigma * random.nextGaussian());
            return Duration.ofNanos((long) Math.min(drawn, (double) MAX_FACTOR * p99.toNanos()));
        }
    }

    static Delay of(Duration time) {
        return new Fixed(time);
    }

    static Delay ofMillis(long millis) {
        return new Fixed(Duration.ofMillis(millis));
    }
}

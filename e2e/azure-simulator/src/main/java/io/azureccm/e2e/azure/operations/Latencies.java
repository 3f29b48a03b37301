package io.azureccm.e2e.azure.operations;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The latency of each verb on each type: the time until the response, and the remaining time of the operation after it.
 * Verbs are GET, LIST, PUT, PATCH, POST, DELETE and POLL; types are written as in the path below the provider, such as
 * {@code loadBalancers} or {@code virtualMachineScaleSets/virtualMachines}; {@code *} matches any verb or type.
 */
public final class Latencies {
    /** Whether the time of a write passes after the response or before it. */
    public enum Mode {
        OPERATION, REPLY
    }

    /** Time until the response, and from the response to the end of the operation. */
    public record Drawn(Duration reply, Duration operation) {
        public static final Drawn NOTHING = new Drawn(Duration.ZERO, Duration.ZERO);
    }

    private record Rule(Delay reply, Delay operation) {}

    private final Map<String, Rule> rules;
    private final double timeScale;
    private final SplittableRandom random;

    private Latencies(Map<String, Rule> rules, double timeScale, long seed) {
        this.rules = Map.copyOf(rules);
        this.timeScale = timeScale;
        this.random = new SplittableRandom(seed);
    }

    /** Everything is instant. */
    public static Latencies none() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The assumed medians and 99th percentiles of real Azure, scaled by the factor. */
    public static Latencies realistic(double timeScale, long seed) {
        return LatencyFile.realistic(builder()).timeScale(timeScale).seed(seed).build();
    }

    /** Times for one request. */
    public Drawn draw(String verb, String type) {
        Rule rule = find(verb.toUpperCase(Locale.ROOT), type.toLowerCase(Locale.ROOT));
        if (rule == null)
            return Drawn.NOTHING;
        synchronized (random) {
            return new Drawn(scaled(rule.reply.draw(random)), scaled(rule.operation.draw(random)));
        }
    }

    private Rule find(String verb, String type) {
        for (String key : new String[]{verb + " " + type, verb + " *", "* " + type, "* *"}) {
            Rule rule = rules.get(key);
            if (rule != null)
                return rule;
        }
        return verb.equals("LIST") || verb.equals("HEAD") ? find("GET", type) : null;
    }

    private Duration scaled(Duration time) {
        return timeScale == 1 ? time : Duration.ofNanos((long) (time.toNanos() * timeScale));
    }

    /** Collects the rules; a later rule for the same verb and type replaces the earlier one. */
    public static final class Builder {
        private final Map<String, Rule> rules = new LinkedHashMap<>();
        private double timeScale = 1;
        private long seed = 1;

        public Builder rule(String verb, String type, Delay reply, Delay operation) {
            rules.put(verb.toUpperCase(Locale.ROOT) + " " + type.toLowerCase(Locale.ROOT), new Rule(reply, operation));
            return this;
        }

        /** A read: GET and, unless it has its own rule, LIST. */
        public Builder read(String type, Duration time) {
            return rule("GET", type, Delay.of(time), Delay.NONE);
        }

        /** A write whose entire time passes either after the response (as an operation) or before it. */
        public Builder write(String verb, String type, Duration time, Mode mode) {
            Delay delay = Delay.of(time);
            return mode == Mode.OPERATION ? rule(verb, type, Delay.NONE, delay) : rule(verb, type, delay, Delay.NONE);
        }

        public Builder timeScale(double factor) {
            timeScale = factor;
            return this;
        }

        public Builder seed(long value) {
            seed = value;
            return this;
        }

        public Latencies build() {
            return new Latencies(rules, timeScale, seed);
        }
    }
}

package io.azureccm.common.boot.settings.resilience4j;

/**
 * A key of an instance that acts.
 *
 * @param expected completes "is not valid, expected ..."
 * @param usual    the default as it would be written, "" if the key has none or several
 * @param what     a sentence about what it does
 */
public record InstanceKey(String name, String expected, String usual, String what) {
    static final String CALLS = "a whole number of at least 1";
    static final String PERCENTAGE = "a percentage from 1 to 100";
    static final String SWITCH = "true or false";
    static final String TIME = "a duration above 0 such as 500ms, 30s or 5m";
    static final String TIME_OR_NONE = "a duration such as 0s, 500ms or 30s";
    static final String SHARE = "a share from 0 up to, but not including, 1";
    static final String MULTIPLIER = "a number of at least 1";
    static final String STATE = "closed, open, half_open, forced_open, metrics_only or disabled";

    static InstanceKey baseConfig() {
        return new InstanceKey("base-config", "the name of one of the configs", "default",
                "The configs whose values apply where the instance has none of its own.");
    }

    static InstanceKey buffer() {
        return new InstanceKey("event-consumer-buffer-size", CALLS, "100",
                "How many of the latest events the actuator shows.");
    }

    static InstanceKey stackTraces() {
        return new InstanceKey("writable-stack-trace-enabled", SWITCH, "true",
                "Whether exceptions in the process have stack traces; logs never do.");
    }
}

package io.azureccm.common.core.drift;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often the same drift was corrected since this instance became the leader, by the text of its message, the latest last: from the third
 * time on another program seems to write it as well, so that both overwrite each other. Immutable.
 */
public record DriftRepeats(Map<String, Integer> times) {
    public static final DriftRepeats NONE = new DriftRepeats(Map.of());
    private static final int MANY = 3;
    private static final int REMEMBERED = 1000;

    public DriftRepeats {
        times = Collections.unmodifiableMap(new LinkedHashMap<>(times));
    }

    /** This was corrected once more. */
    public DriftRepeats corrected(String what) {
        Map<String, Integer> next = new LinkedHashMap<>(times);
        int count = next.getOrDefault(what, 0) + 1;
        next.remove(what);
        next.put(what, count);
        if (next.size() > REMEMBERED)
            next.remove(next.keySet().iterator().next());
        return new DriftRepeats(next);
    }

    /** What to append to the message about a correction. */
    public String remark(String what) {
        int count = times.getOrDefault(what, 0);
        return count < MANY
                ? ""
                : ". This was corrected " + count
                        + " times since this instance became the leader: another program seems to write it, too";
    }
}

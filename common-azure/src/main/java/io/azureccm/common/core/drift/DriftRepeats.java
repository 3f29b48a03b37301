package io.azureccm.common.core.drift;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts how often the same was put right, and says so from the third time on: then another program seems to write it, too, and both do
 * so in turns. An instance that begins to lead knows nothing. For one thread.
 */
public final class DriftRepeats {
    private static final int MANY = 3;
    private static final int REMEMBERED = 1000;

    private final Map<String, Integer> times = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    public void begin() {
        times.clear();
    }

    /** Takes in that this was put right, by what a message about it says, and returns what to add to the message. */
    public String putRight(String what) {
        int count = times.merge(what, 1, Integer::sum);
        return count < MANY
                ? ""
                : ". This was put right " + count
                        + " times since this instance leads: another program seems to write it,"
                        + " too";
    }
}

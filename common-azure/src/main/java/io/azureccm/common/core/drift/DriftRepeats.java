package io.azureccm.common.core.drift;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts how often the same drift was corrected, and reports it from the third time on: then another program seems to write
 * it as well, so that both overwrite each other. A new leader starts without knowledge. For use by one thread.
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

    /** Records that this was corrected, identified by the text of its message, and returns what to append to the message. */
    public String recordCorrection(String what) {
        int count = times.merge(what, 1, Integer::sum);
        return count < MANY
                ? ""
                : ". This was corrected " + count
                        + " times since this instance became the leader: another program seems to write it, too";
    }
}

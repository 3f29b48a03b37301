package io.azureccm.common.machine;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** One read that queries about machines need; equal for all who need it. */
public interface MachineRead {
    /** What is read, for users: a collection or a resource without its group. */
    String target();

    /** Reads with the same key are never made concurrently. */
    String key();

    /** The nodes that await the read of this target, of all that await reads. */
    static List<String> awaiting(Map<String, Set<String>> awaited, String target) {
        return awaited.entrySet()
                .stream()
                .filter(each -> each.getValue().contains(target))
                .map(Map.Entry::getKey)
                .toList();
    }
}

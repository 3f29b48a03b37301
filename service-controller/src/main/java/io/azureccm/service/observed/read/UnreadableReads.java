package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.snapshot.Observed;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import io.azureccm.service.observed.UnreadableState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The resources that are read by themselves, because their lists have an element that cannot be identified, and everything that cannot be
 * read.
 */
final class UnreadableReads {
    private final Map<ArmId, Read> singles = new TreeMap<>();

    UnreadableReads(Collection<ArmId> asked, Duration age) {
        asked.forEach(id -> singles.put(id, Read.get(id, age).orPartial()));
    }

    Collection<Read> reads() {
        return singles.values();
    }

    /** A list, and the resources of its type that were read by themselves and that it does not show. */
    List<ObjectNode> with(Snapshot first, String type, List<ObjectNode> listed) {
        if (singles.isEmpty())
            return listed;
        Set<ArmId> shown = listed.stream()
                .map(each -> ArmId.parse(each.path("id").asText()))
                .collect(Collectors.toSet());
        List<ObjectNode> all = new ArrayList<>(listed);
        singles.forEach((id, read) -> {
            if (id.hasType(type) && !shown.contains(id))
                first.of(read).item().ifPresent(all::add);
        });
        return all;
    }

    /** Everything that cannot be read according to these answers. */
    UnreadableState unreadable(Snapshot first, Snapshot second, PublicIpGroups.Found elsewhere) {
        Map<ArmId, UnreadableResource> all = new HashMap<>();
        Stream.of(first.observations().values(), second.observations().values(), elsewhere.lists())
                .flatMap(Collection::stream)
                .map(Observed::unreadable)
                .forEach(all::putAll);
        Set<ArmId> absent = new HashSet<>();
        singles.forEach((id, read) -> {
            Observed shown = first.of(read);
            if (shown.items().isEmpty() && shown.unreadable().isEmpty())
                absent.add(id);
        });
        return all.isEmpty() && elsewhere.unreadable().isEmpty()
                ? UnreadableState.NONE
                : new UnreadableState(all, elsewhere.unreadable(), absent);
    }

    /** What has to be read again to know whether it can be read now. */
    static Set<ArmId> broken(Snapshot first, Snapshot second, PublicIpGroups.Found elsewhere) {
        Set<ArmId> broken = new HashSet<>();
        Stream.of(first, second)
                .forEach(snapshot -> snapshot.observations().forEach((key, observation) -> {
                    if (!observation.unreadable().isEmpty())
                        broken.add(key.id());
                }));
        elsewhere.lists().forEach(list -> list.unreadable().values().forEach(each -> broken.add(each.collection())));
        return broken;
    }
}

package io.azureccm.common.snapshot;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ProvisioningState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** When an operation in progress on a resource was first seen. Mutable. */
final class ChangingResources {
    private final Map<ArmId, Instant> since = new HashMap<>();

    void note(Read.Key key, Observed response) {
        since.keySet()
                .removeIf(id -> Containment.holds(key, id) && !ProvisioningState.isChanging(response.items().get(id)));
        response.items().forEach((id, node) -> {
            if (ProvisioningState.isChanging(node))
                since.putIfAbsent(id, response.asOf());
        });
    }

    /** The state of the resource, or of its parent, if an operation on it was last seen in progress, and since when. */
    Optional<String> of(ArmId target, SeenResources seen) {
        return Stream.concat(Stream.of(target), Containment.wholesOf(target).stream())
                .flatMap(id -> seen.newest(id)
                        .filter(ProvisioningState::isChanging)
                        .map(node -> ProvisioningState.of(node) + since(id))
                        .stream())
                .findFirst();
    }

    private String since(ArmId id) {
        Instant first = since.get(id);
        return first == null ? "" : " since " + first.truncatedTo(ChronoUnit.SECONDS) + " or longer";
    }
}

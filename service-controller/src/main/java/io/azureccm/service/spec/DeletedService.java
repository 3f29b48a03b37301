package io.azureccm.service.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The spec of a Service that is known only by its resources: it wants nothing, so everything with its name or its tag is removed. */
public final class DeletedService {
    private DeletedService() {}

    public static ServiceSpec of(ServiceKey key, String uid) {
        AddressSpec nowhere = new AddressSpec(false, "", List.of(), Map.of(), Map.of(), Map.of(), "",
                Optional.empty(), List.of(), Map.of(), Optional.empty());
        PrivateLinkSpec none = new PrivateLinkSpec(false, false, "", "",
                new PrivateLinkSpec.Source("", 0, List.of(), false),
                new PrivateLinkSpec.Consumers(List.of(), List.of(), List.of()));
        return new ServiceSpec(key, uid, new Age("", 0), false, nowhere, TrafficSpec.NONE, AccessSpec.NONE, none,
                new PlacementSpec(List.of(), "", Map.of()), Optional.empty(), List.of());
    }
}

package io.azureccm.service.intent;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The intent of a Service that nobody remembers: it wants nothing, and what bears its name or its tag is to go. */
public final class DepartedService {
    private DepartedService() {}

    public static ServiceIntent of(ServiceKey key, String uid) {
        AddressIntent nowhere = new AddressIntent(false, "", List.of(), Map.of(), Map.of(), Map.of(), "",
                Optional.empty(), List.of(), Map.of(), Optional.empty());
        PrivateLinkIntent none = new PrivateLinkIntent(false, false, "", "",
                new PrivateLinkIntent.Source("", 0, List.of(), false),
                new PrivateLinkIntent.Consumers(List.of(), List.of(), List.of()));
        return new ServiceIntent(key, uid, new Age("", 0), false, nowhere, TrafficIntent.NONE, AccessIntent.NONE, none,
                new PlacementIntent(List.of(), "", Map.of(), Optional.empty(), Optional.empty()), List.of(),
                Optional.empty(), List.of());
    }
}

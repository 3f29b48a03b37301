package io.azureccm.service.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.intent.ServiceIntent.Stage;
import io.azureccm.service.model.ServiceNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the Service that an element of a load balancer belongs to, by its exact base name. */
final class KnownServices {
    private final Map<String, ServiceIntent> byBase = new HashMap<>();

    KnownServices(List<ServiceIntent> services) {
        services.forEach(service -> byBase.put(ServiceNames.base(service.uid()), service));
    }

    Optional<ServiceIntent> ownerOf(String elementName) {
        return Optional.ofNullable(byBase.get(ServiceNames.baseOf(elementName)));
    }

    /** True for an element that may be changed: its owner is known and its traffic is being planned or taken down. */
    boolean isPlanned(String name) {
        return ownerOf(name).filter(owner -> !owner.wanted() || owner.plans(Stage.TRAFFIC)).isPresent();
    }

    Cause causeOf(Change.Kind kind, String elementName) {
        Optional<ServiceIntent> owner = ownerOf(elementName);
        if (owner.isEmpty())
            return Cause.of("Drift");
        String reason = !owner.get().wanted()
                ? "ServiceDeleted"
                : kind == Change.Kind.ADD && owner.get().statusIps().isEmpty() ? "ServiceAdded" : "ServiceChanged";
        return new Cause(reason, owner.get().subject());
    }
}

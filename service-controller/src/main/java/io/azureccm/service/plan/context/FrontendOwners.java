package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The Service that each frontend in a plan belongs to: the one that it is named after, else the oldest one that uses it. It decides whether
 * the frontend has a private link service, because that admits consumers to all Services of the frontend.
 */
public final class FrontendOwners {
    private final Map<ArmId, ServiceSpec> owners = new HashMap<>();

    public FrontendOwners(ServiceDecisions services, Map<String, List<FrontendModel>> frontends) {
        for (ServiceSpec service : services.all()) {
            if (service.wanted())
                frontends.getOrDefault(service.uid(), List.of())
                        .forEach(frontend -> owners.computeIfAbsent(frontend.id(),
                                id -> services.ownerOf(id.name()).filter(ServiceSpec::wanted).orElse(service)));
        }
    }

    /** Null for a frontend that no Service has in the plan. */
    public ServiceSpec of(FrontendModel frontend) {
        return owners.get(frontend.id());
    }

    public boolean isInNamespaceOf(FrontendModel frontend, ServiceSpec service) {
        return of(frontend).key().namespace().equals(service.key().namespace());
    }
}

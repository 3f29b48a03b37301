package io.azureccm.service.plan.context;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the Service that an element of a load balancer belongs to, by its exact base name. */
public final class KnownServices {
    private final Map<String, ServiceSpec> byBase = new HashMap<>();
    private final Map<String, List<ServiceSpec>> byPool = new HashMap<>();
    private final List<ServiceSpec> services;

    public KnownServices(List<ServiceSpec> services) {
        this.services = List.copyOf(services);
        services.forEach(service -> byBase.put(ServiceNames.base(service.uid()), service));
        services.stream().filter(service -> service.traffic().local()).forEach(service -> {
            for (IpFamily family : IpFamily.values()) {
                byPool.computeIfAbsent(ServiceNames.localPool(service.key(), family), none -> new ArrayList<>())
                        .add(service);
            }
        });
    }

    public List<ServiceSpec> all() {
        return services;
    }

    public Optional<ServiceSpec> ownerOf(String elementName) {
        return Optional.ofNullable(byBase.get(ServiceNames.baseOf(elementName)));
    }

    /** Services that have a pool of this name for themselves. */
    public List<ServiceSpec> ownersOfPool(String poolName, PlannerSettings settings) {
        return byPool.getOrDefault(poolName.toLowerCase(Locale.ROOT), List.of())
                .stream()
                .filter(settings::hasOwnPool)
                .toList();
    }

    /** True for an element that may be changed: its owner is known and its traffic is being planned or taken down. */
    public boolean isPlanned(String name) {
        return ownerOf(name).filter(owner -> !owner.wanted() || owner.plans(Stage.TRAFFIC)).isPresent();
    }

    /**
     * The frontends, by name in lower case, that bear the name of a Service that is gone for good and were shared by Services
     * that are planned, which say themselves where they go from there.
     */
    public Set<String> leftFrontends(LoadBalancer balancer) {
        Set<String> left = new HashSet<>();
        for (Rule rule : balancer.rules()) {
            if (isPlanned(rule.name()))
                left.addAll(rule.frontends());
        }
        left.removeIf(name -> !ServiceNames.isNamedAfterService(name) || ownerOf(name).isPresent());
        return left;
    }

    public Cause causeOf(Change.Kind kind, String elementName) {
        Optional<ServiceSpec> owner = ownerOf(elementName);
        if (owner.isEmpty())
            return Cause.of(kind == Change.Kind.REMOVE ? "Unused" : "ServiceChanged");
        String reason = !owner.get().wanted()
                ? "ServiceDeleted"
                : kind == Change.Kind.ADD && owner.get().statusIps().isEmpty() ? "ServiceAdded" : "ServiceChanged";
        return new Cause(reason, owner.get().subject());
    }
}

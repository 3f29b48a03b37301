package io.azureccm.service.plan.privatelink;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.context.FrontendOwners;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds private link services that no Service requests any more although their frontend stays: they have the cluster tag, and a known
 * Service created them and no longer requests them. They stay while a Service in the namespace of the frontend's owner, or the one that
 * created them, requests them, or while the state of a Service of their creator's namespace is uncertain.
 */
final class PrivateLinkRemovals {
    private final Map<String, ServiceSpec> bySubject = new HashMap<>();
    private final Set<ArmId> asked = new HashSet<>();
    private final Map<String, Set<ArmId>> askedFromElsewhere = new HashMap<>();
    private final Set<ArmId> staying;
    private final Set<ArmId> shown;
    private final ServiceDecisions services;
    /** Namespaces with a stopped Service that requests one: it may use any frontend of Services of its namespace. */
    private final Set<String> unclear = new HashSet<>();

    /** {@code staying}: the frontends of the load balancers after the plan; {@code shown}: those and the current ones. */
    PrivateLinkRemovals(ServiceDecisions services, Map<String, List<FrontendModel>> frontends, FrontendOwners owners,
            Set<ArmId> staying, Set<ArmId> shown) {
        this.staying = staying;
        this.shown = shown;
        this.services = services;
        for (ServiceSpec service : services.all()) {
            bySubject.putIfAbsent(fold(service.subject()), service);
            if (!service.wanted() || !service.privateLink().wanted())
                continue;
            List<FrontendModel> own = frontends.get(service.uid());
            if (own == null)
                unclear.add(service.key().namespace());
            else
                own.forEach(frontend -> (owners.isInNamespaceOf(frontend, service)
                        ? asked
                        : askedFromElsewhere.computeIfAbsent(service.uid(), none -> new HashSet<>()))
                        .add(frontend.id()));
        }
    }

    /** The private link services to delete, each with the Service that created it. */
    List<Removal> of(PrivateLinks links) {
        List<Removal> removals = new ArrayList<>();
        for (PrivateLink link : links.ours()) {
            owner(link).filter(owner -> isAbandoned(owner, link.frontends()))
                    .ifPresent(owner -> removals.add(new Removal(link, owner.subject())));
        }
        return removals;
    }

    record Removal(PrivateLink link, String subject) {}

    private Optional<ServiceSpec> owner(PrivateLink link) {
        return Optional.ofNullable(bySubject.get(fold(link.owner())));
    }

    private boolean isAbandoned(ServiceSpec owner, List<ArmId> attachedTo) {
        // A private link service that Azure failed to create may have outlived its frontends.
        if (Collections.disjoint(attachedTo, shown))
            return !owner.wanted();
        boolean isClear = !owner.wanted() || services.plans(owner, Stage.PRIVATE_LINK);
        return isClear && staying.containsAll(attachedTo)
                && !isUnclear(owner, attachedTo) && Collections.disjoint(attachedTo, asked)
                && Collections.disjoint(attachedTo, askedFromElsewhere.getOrDefault(owner.uid(), Set.of()));
    }

    /** A frontend whose own Service is gone may be left to anybody. */
    private boolean isUnclear(ServiceSpec owner, List<ArmId> attachedTo) {
        return unclear.contains(owner.key().namespace()) || !unclear.isEmpty() && attachedTo.stream()
                .anyMatch(frontend -> services.ownerOf(frontend.name()).filter(ServiceSpec::wanted).isEmpty());
    }

    private static String fold(String subject) {
        return subject.toLowerCase(Locale.ROOT);
    }
}

package io.azureccm.service.plan.privatelink;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.model.PrivateLinkModel;
import io.azureccm.service.model.PrivateLinkNames;
import io.azureccm.service.observed.PrivateLinkList;
import io.azureccm.service.plan.context.AzureLimits;
import io.azureccm.service.plan.context.FrontendOwners;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.Repair;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.privatelink.DesiredPrivateLinks.Planned;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides the private link service of each Service that requests one: the existing one at its frontend if it is managed, a new one if there
 * is none, or that of an older Service if it only wants to share. A private link service of another owner is never modified.
 */
final class PrivateLinkPlanner {
    private static final String TAKEN = "PrivateLinkTaken";

    private final PlannerSettings settings;
    private final PrivateLinks links;
    private final OnDemandReads reads;
    private final FrontendOwners owners;
    /** The owners of the frontends whose private link service is created by them, by UID of the Services that share it. */
    private final Map<String, ServiceSpec> sharers = new HashMap<>();
    private final Planned result = new Planned(new ArrayList<>(), new LinkedHashMap<>(), new HashMap<>());

    PrivateLinkPlanner(PlannerSettings settings, PrivateLinks links, OnDemandReads reads, FrontendOwners owners) {
        this.owners = owners;
        this.settings = settings;
        this.links = links;
        this.reads = reads;
    }

    Planned plan(ServiceDecisions services, Map<String, List<FrontendModel>> frontends) {
        for (ServiceSpec service : services.all()) {
            Optional<PrivateLinkList> list = service.privateLink().isMentioned()
                    ? reads.privateLinks(collection(service))
                    : Optional.empty();
            if (!service.wanted()) {
                // Its remaining resources cannot be determined, so its finalizer is not removed yet.
                list.flatMap(PrivateLinkList::problem)
                        .ifPresent(problem -> result.waiting().put(service.uid(), problem));
                continue;
            }
            if (!services.plans(service, Stage.PRIVATE_LINK) || !service.privateLink().wanted() || list.isEmpty())
                continue;
            Optional<String> problem = list.get().problem();
            if (problem.isPresent() && list.get().services().isEmpty()) {
                result.waiting().put(service.uid(), problem.get());
                continue;
            }
            frontends.getOrDefault(service.uid(), List.of())
                    .stream()
                    .filter(frontend -> frontend.family() == IpFamily.IPV4)
                    .forEach(frontend -> plan(service, frontend, problem));
        }
        sharers.forEach((guest, owner) -> {
            if (!services.plans(owner, Stage.PRIVATE_LINK) || result.refusals().containsKey(owner.uid()))
                result.waiting().put(guest, "the private link service of its frontend is created by another Service");
        });
        return result;
    }

    /** In the subscription of the machines, also if the load balancer is in another one. */
    private ArmId collection(ServiceSpec service) {
        String named = service.privateLink().resourceGroup();
        return ArmId.collection(settings.cloud().subscriptionId(),
                named.isEmpty() ? settings.cloud().privateLinkServiceResourceGroup() : named,
                ArmTypes.PRIVATE_LINK_SERVICE);
    }

    /** {@code problem}: one that cannot be read may be attached to the frontend, or have the name. */
    private void plan(ServiceSpec service, FrontendModel frontend, Optional<String> problem) {
        List<PrivateLink> attached = links.attachedTo(frontend.id());
        ServiceSpec owner = owners.of(frontend);
        if (!attached.isEmpty()) {
            existing(service, frontend, attached.getFirst());
        } else if (owner.uid().equals(service.uid())) {
            if (problem.isPresent())
                result.waiting().put(service.uid(), problem.get());
            else
                created(service, frontend);
        } else if (!owner.privateLink().wanted()) {
            refuseOwned(service, frontend);
        } else if (service.privateLink().configured()) {
            refuse(service, owned(service, frontend, choice(owner, frontend), owner.subject()));
        } else {
            sharers.put(service.uid(), owner);
        }
    }

    private void refuseOwned(ServiceSpec service, FrontendModel frontend) {
        String named = owners.isInNamespaceOf(frontend, service)
                ? "Service " + owners.of(frontend).subject()
                : "a Service of another namespace";
        refuse(service, "PrivateLinkNotOwned", "annotation " + ServiceAnnotation.PLS_CREATE.key() + ": LB frontend("
                + frontend.name() + ") belongs to " + named
                + ", which decides whether it has a private link service: set the annotation there, or give the"
                + " Service a frontend of its own");
    }

    private void existing(ServiceSpec service, FrontendModel frontend, PrivateLink link) {
        ArmId id = link.id();
        String name = service.privateLink().name();
        ArmId choice = collection(service);
        String owner = link.owner();
        if (!links.isOurs(link)) {
            refuse(service, "LB frontend(" + frontend.name() + ") already has unmanaged private link service("
                    + id.name() + "): remove it, or use another frontend for the Service");
        } else if (!owner.equalsIgnoreCase(service.subject()) && !takesOver(service, frontend, owner)) {
            if (service.privateLink().configured())
                refuse(service, owned(service, frontend, id, owner));
        } else if (!owners.isInNamespaceOf(frontend, service)) {
            refuseOwned(service, frontend);
        } else if (!name.isEmpty() && !name.equalsIgnoreCase(id.name())) {
            refuse(service, "cannot change existing private link service name (" + id.name() + ") to (" + name
                    + "): name it " + id.name() + ", or remove it first with azure-pls-create=\"false\"");
        } else if (!choice.resourceGroup().equalsIgnoreCase(id.resourceGroup())) {
            refuse(service, "cannot change the resource group of existing private link service(" + id.name() + ") from "
                    + id.resourceGroup() + " to " + choice.resourceGroup()
                    + ": keep the old resource group, or remove it first with azure-pls-create=\"false\"");
        } else {
            write(service, frontend, link, true);
        }
    }

    /** A private link service that a Service of another namespace created is the frontend's owner's, once that requests one. */
    private boolean takesOver(ServiceSpec service, FrontendModel frontend, String creator) {
        return owners.of(frontend).uid().equals(service.uid()) && !creator.isEmpty()
                && !service.isInNamespaceOf(creator);
    }

    private static String owned(ServiceSpec service, FrontendModel frontend, ArmId link, String owner) {
        return "LB frontend(" + frontend.name() + ") already has existing private link service(" + link.name()
                + ") owned by service(" + named(owner, service) + "): configure it on that Service, or set only "
                + "azure-pls-create to share it";
    }

    /** Users are told names of their own namespace only. */
    private static String named(String owner, ServiceSpec toldTo) {
        return toldTo.isInNamespaceOf(owner) ? owner : "of another namespace";
    }

    private void created(ServiceSpec service, FrontendModel frontend) {
        ArmId id = choice(service, frontend);
        Optional<PrivateLink> other = links.byId(id);
        Optional<PrivateLinkModel> planned = result.models()
                .stream()
                .filter(model -> model.id().equals(id))
                .findFirst();
        if (planned.isPresent()) {
            refuse(service, taken(id, "is owned by service(" + named(planned.get().subject(), service) + ")"));
        } else if (other.isEmpty() && attachedTo(frontend.loadBalancer()) >= AzureLimits.PRIVATE_LINK_SERVICES) {
            refuse(service, "LoadBalancerFull", "with this Service load balancer \"" + frontend.loadBalancer().name()
                    + "\" exceeds the maximum number of private link services ("
                    + (AzureLimits.PRIVATE_LINK_SERVICES + 1) + " > " + AzureLimits.PRIVATE_LINK_SERVICES
                    + "): remove one, share the frontend of another Service, or use another load balancer");
        } else if (other.isEmpty()) {
            Map<String, String> tags = new LinkedHashMap<>();
            tags.put(Ownership.CLUSTER_TAG, settings.clusterName());
            tags.put(Ownership.OWNER_SERVICE_TAG, service.subject());
            write(service, frontend, PrivateLink.created(id, settings.cloud().location(),
                    settings.cloud().placement().extendedLocation(), frontend.id(), tags), false);
        } else if (links.isOurs(other.get())
                && other.get().owner().equalsIgnoreCase(service.subject())) {
            result.waiting()
                    .put(service.uid(), id.shortName() + " is attached to another frontend and must be deleted first");
        } else {
            refuse(service, taken(id, links.isOurs(other.get())
                    ? "is owned by service(" + named(other.get().owner(), service) + ")"
                    : "is an unmanaged private link service"));
        }
    }

    /** The number of private link services of a load balancer that exist or are to be created. */
    private long attachedTo(ArmId balancer) {
        Set<ArmId> all = new TreeSet<>(links.attachedToAny(balancer));
        result.models()
                .stream()
                .filter(model -> model.loadBalancer().equals(balancer))
                .forEach(model -> all.add(model.id()));
        return all.size();
    }

    /** The private link service that the Service requests at a frontend that has none. */
    private ArmId choice(ServiceSpec service, FrontendModel frontend) {
        String named = service.privateLink().name();
        return ArmId.parse(collection(service) + "/"
                + (named.isEmpty() ? PrivateLinkNames.service(frontend.name()) : named));
    }

    private static String taken(ArmId id, String why) {
        return "private link service " + id.name() + " exists in resource group " + id.resourceGroup()
                + " for another frontend and " + why + ": choose another azure-pls-name";
    }

    /** Writes {@code base} with the settings of the Service; other properties stay unchanged. */
    private void write(ServiceSpec service, FrontendModel frontend, PrivateLink base, boolean exists) {
        ArmId subnet = subnet(service);
        Map<String, String> tags = base.owner().equalsIgnoreCase(service.subject())
                ? base.tags()
                : ResourceTags.with(base.tags(), Ownership.OWNER_SERVICE_TAG, service.subject());
        PrivateLink desired = base.serving(service.privateLink(), subnet, settings.tagged(tags));
        List<Change> changes = changes(service, base, desired, exists);
        PrivateLinkModel model = new PrivateLinkModel(desired, base.etag(), changes, service.subject(),
                frontend.loadBalancer(), subnet);
        if (changes.isEmpty())
            return;
        Optional<String> unreadable = reads.problem(subnet);
        if (unreadable.isPresent()) {
            refuse(service, "ResourceUnreadable", unreadable.get());
            return;
        }
        if (reads.subnet(subnet).isEmpty()) {
            refuse(service, "SubnetNotFound", "failed to get private link service subnet(" + subnet.name()
                    + "): network " + subnet.parent().orElse(subnet).name() + " in resource group "
                    + subnet.resourceGroup() + " has no subnet of this name");
            return;
        }
        result.models().add(model);
    }

    /** The subnet of the source addresses: the Service's own choice, else that of its frontend, else that of the cluster. */
    private ArmId subnet(ServiceSpec service) {
        String named = service.privateLink().source().subnet();
        return settings.subnet(named.isEmpty() ? service.address().subnet() : named);
    }

    private static List<Change> changes(ServiceSpec service, PrivateLink base, PrivateLink desired, boolean exists) {
        Cause cause = new Cause("PrivateLinkWanted", service.subject());
        if (!exists)
            return List.of(Change.create(base.id(), cause));
        List<Change> changes = desired.changesFrom(base, PrivateLink.RULES, cause, Cause.of("ConfiguredTags"));
        changes.addAll(Repair.of(base.id(), base));
        return changes;
    }

    private void refuse(ServiceSpec service, String message) {
        refuse(service, TAKEN, message);
    }

    private void refuse(ServiceSpec service, String code, String message) {
        result.refusals().put(service.uid(), new Refusal(code, service.subject(), message));
    }
}

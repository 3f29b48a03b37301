package io.azureccm.service.plan.publicip;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.PublicIpModel;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.AddressOwners;
import io.azureccm.service.plan.context.Decision;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.Repair;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides the public IP of each external Service, and what happens to all of them: created, tagged, replaced by one of the same name, or
 * released once the last Service that shares one stops using it. A public IP without a service tag belongs to the user and is never tagged
 * or deleted. One instance makes one plan: Services are processed in order of age, so that those that share an address see each other's
 * tags.
 */
public final class PublicIpPlanner {
    /** The cause of deleting a public IP that is recreated with other IP tags. */
    public static final String IP_TAGS_CHANGED = "IPTagsChanged";

    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final OnDemandReads reads;
    private final Notices notices;
    private final ServiceDecisions services;
    private final PublicIpHolders holders;
    private final PublicIpBodies bodies;
    private final PublicIpTexts texts;
    private final PublicIpSelection selection;
    private final PublicIpSharers sharers;
    private final AddressOwners owners;
    private final PlanMemory memory;
    private final Map<ArmId, PublicIp> desired = new LinkedHashMap<>();
    private final Map<ArmId, String> replaced = new HashMap<>();
    private final Map<ArmId, String> labelled = new HashMap<>();
    private final Map<ArmId, ArmId> labelsFrom = new HashMap<>();
    private final Map<ArmId, Set<String>> users = new HashMap<>();

    public PublicIpPlanner(PlannerSettings settings, ObservedState observedState, OnDemandReads reads, Notices notices,
            ServiceDecisions services, PlanMemory memory) {
        this.memory = memory;
        this.settings = settings;
        this.observedState = observedState;
        this.reads = reads;
        this.notices = notices;
        this.services = services;
        this.holders = new PublicIpHolders(settings, observedState, services.all());
        this.bodies = new PublicIpBodies(settings, reads);
        this.texts = new PublicIpTexts(settings);
        this.selection = new PublicIpSelection(settings, observedState, id -> current(id).isPresent(), memory);
        this.owners = new AddressOwners(settings, observedState, services);
        this.sharers = new PublicIpSharers(selection, services, owners);
    }

    /** The public IP for one family of a Service, bound to it; {@code later} if it has to be deleted first and recreated. */
    public Decision<ArmId> require(ServiceSpec service, IpFamily family) {
        boolean own = service.address().wantsOwnPublicIp(family);
        Optional<ArmId> id = selection.of(service, family);
        Optional<PublicIp> current = id.flatMap(this::current);
        if (id.isEmpty() || !own && current.isEmpty())
            return missing(service, family);
        if (own && replaced.containsKey(id.get()))
            return Decision.later();
        Optional<String> zones = current.isPresent() ? Optional.empty() : reads.zonesProblem(settings);
        if (zones.isPresent())
            return Decision.refused("ResourceUnreadable", service.subject(), zones.get());
        Optional<Refusal> unfit = current.filter(ip -> !own)
                .flatMap(ip -> owners.obstacle(service, ip))
                .or(() -> unfit(service, family, current));
        if (unfit.isPresent())
            return Decision.refused(unfit.get());
        if (current.isEmpty())
            desired.put(id.get(), bodies.created(id.get(), service, family, services.ipTags(service)));
        Decision<ArmId> used = use(service, family, id.get(), own);
        if (used.refusal().isPresent())
            sharers.exclude(service);
        return used;
    }

    /** A limit of Azure that the Service would exceed with a managed public IP of any of its families: it is then bound to none. */
    private Optional<Refusal> unfit(ServiceSpec service, IpFamily family, Optional<PublicIp> current) {
        for (IpFamily each : service.address().families()) {
            Optional<PublicIp> now = each == family ? current : selection.of(service, each).flatMap(this::current);
            Optional<Refusal> refusal = switch (claim(service, now)) {
                case OURS -> PublicIpTagLimits.refusal(service);
                case OTHER_SERVICE -> PublicIpTagLimits.refusal(service)
                        .or(() -> sharers.refusal(service, now.orElseThrow()));
                case USER_ASSIGNED, OTHER_CLUSTER -> Optional.empty();
            };
            if (refusal.isPresent())
                return refusal;
        }
        return Optional.empty();
    }

    private Ownership.Claim claim(ServiceSpec service, Optional<PublicIp> now) {
        return now.map(ip -> ip.claim(settings.clusterName(), service.subject())).orElse(Ownership.Claim.OURS);
    }

    /** A user's public IP may have been created after the list was read: it is read again before the Service is refused. */
    private Decision<ArmId> missing(ServiceSpec service, IpFamily family) {
        outdated(settings.publicIpGroup(service.address().publicIpResourceGroup()));
        return Decision.refused(texts.notFound(service, family));
    }

    private void outdated(String group) {
        reads.ask(MissingReads.ofOutdated(Set.of(
                ArmId.collection(settings.cloud().networkSubscriptionId(), group, ArmTypes.PUBLIC_IP))));
    }

    /** The address that Azure allocated to a public IP; empty while it has none. One in use gets one soon, so it is read again. */
    public Optional<String> address(ArmId id) {
        Optional<PublicIp> observed = observedState.publicIp(id);
        Optional<String> address = observed.map(PublicIp::address).filter(text -> !text.isEmpty());
        if (observed.isPresent() && address.isEmpty() && !observedState.loadBalancers().frontendsAt(id).isEmpty())
            outdated(id.resourceGroup());
        return address;
    }

    /**
     * Releases every managed public IP that is tagged with the Service and that it no longer uses; {@code keepers} are the Services whose
     * frontends stay unchanged, by their public IPs: they own what the last Service leaves there.
     */
    public void release(ServiceSpec service, Set<ArmId> used, Map<ArmId, String> keepers) {
        for (PublicIp observed : observedState.publicIps().taggedWith(service.subject())) {
            ArmId id = observed.id();
            PublicIp now = desired.containsKey(id) ? desired.get(id) : observed;
            if (now == null || used.contains(id)
                    || now.claim(settings.clusterName(), service.subject()) != Ownership.Claim.OURS) {
                continue;
            }
            Map<String, String> tags = Ownership.withoutService(now.tags(), service.subject());
            if (keepers.containsKey(id))
                tags = PublicIpSharers.with(tags, keepers.get(id));
            Optional<String> holder = holders.elsewhere(observed);
            if (!Ownership.services(tags).isEmpty()) {
                desired.put(id, now.withTags(tags));
            } else if (holder.isPresent()) {
                notices.add(service, Notice.warning(Notice.Source.AZURE, "DeletePublicIPAddress",
                        "public IP " + id.name() + " is no longer used but is kept: " + holder.get()));
            } else {
                desired.put(id, null);
            }
        }
    }

    /** The names of the managed public IPs that exist for one Service alone after the plan, by its name in lower case. */
    public Map<String, List<String>> heldForOne() {
        Map<ArmId, PublicIp> all = new TreeMap<>();
        observedState.publicIps().forEach(observed -> all.put(observed.id(), observed));
        all.putAll(desired);
        Map<String, List<String>> held = new HashMap<>();
        all.forEach((id, ip) -> {
            if (ip != null && ip.services().size() == 1 && ip.isOfCluster(settings.clusterName()))
                held.computeIfAbsent(ip.services().getFirst().toLowerCase(Locale.ROOT), none -> new ArrayList<>())
                        .add(id.name());
        });
        return held;
    }

    public List<PublicIpModel> models() {
        return new TreeMap<>(desired).entrySet()
                .stream()
                .map(entry -> new PublicIpModel(entry.getKey(), observedState.publicIp(entry.getKey()).orElse(null),
                        entry.getValue(), replaced.getOrDefault(entry.getKey(), ""),
                        Optional.ofNullable(labelsFrom.get(entry.getKey())),
                        Optional.ofNullable(labelled.get(entry.getKey())),
                        users.getOrDefault(entry.getKey(), Set.of())))
                .toList();
    }

    private Optional<PublicIp> current(ArmId id) {
        return desired.containsKey(id) ? Optional.ofNullable(desired.get(id)) : observedState.publicIp(id);
    }

    private Decision<ArmId> use(ServiceSpec service, IpFamily family, ArmId id, boolean generated) {
        PublicIp now = current(id).orElseThrow();
        Ownership.Claim claim = claim(service, Optional.of(now));
        if (claim == Ownership.Claim.OTHER_CLUSTER && !holders.isOfFrontend(now)) {
            return Decision.refused(texts.notOwned(service, now));
        }
        if (claim == Ownership.Claim.OTHER_CLUSTER)
            notices.add(service, texts.taggedElsewhere(now));
        boolean managed = claim == Ownership.Claim.OURS || claim == Ownership.Claim.OTHER_SERVICE;
        if (now.family() != family) {
            Optional<String> obstacle = generated && managed && services.plans(service, Stage.TRAFFIC)
                    ? holders.otherThan(service, now)
                    : Optional.of("it is not owned by the Service");
            return obstacle.isEmpty()
                    ? replace(service, id, "IPVersionChanged", "its name is needed for " + family.azureName())
                    : Decision.refused(texts.familyMismatch(service, now, family, obstacle.get()));
        }
        Optional<Map<String, String>> ipTags = services.ipTags(service)
                .filter(wanted -> services.plans(service, Stage.TRAFFIC) && observedState.publicIp(id).isPresent())
                .filter(wanted -> !wanted.equals(now.ipTags()));
        boolean inPlace = settings.cloud().loadBalancer().rules().ipTagMutation();
        if (ipTags.isPresent() && !(managed && inPlace)) {
            Optional<String> obstacle = managed
                    ? inVain(now, ipTags.get()).or(() -> holders.otherThan(service, now))
                    : Optional.of("it is not managed by this cluster");
            if (obstacle.isEmpty())
                return replace(service, id, IP_TAGS_CHANGED, "its IP tags change");
            notices.add(service, Notice.warning(Notice.Source.AZURE, "IPTagsNotChanged",
                    "the IP tags of public IP " + id.name() + " are not changed: " + obstacle.get())
                    .alsoInCondition());
        }
        PublicIp next = managed && inPlace ? ipTags.map(now::withIpTags).orElse(now) : now;
        PublicIp fitting = memory.of(PublicIp.class, id, () -> fitting(service, family, managed, next), service, family,
                managed, next);
        return bind(service, id, managed, fitting);
    }

    /** Another one would get the same: an Azure Policy, or Azure in some subscriptions, sets IP tags of its own. */
    private Optional<String> inVain(PublicIp now, Map<String, String> wanted) {
        return wanted.equals(observedState.inFlight().sentIpTags().get(now.id()))
                ? Optional.of("it was created with those requested, and Azure shows " + texts.shown(now.ipTags())
                        + ": look for an Azure Policy that sets them, or correct annotation "
                        + ServiceAnnotation.PIP_IP_TAGS.key())
                : Optional.empty();
    }

    /** The public IP with the properties that the Service requires, including the tags of a managed one. */
    private PublicIp fitting(ServiceSpec service, IpFamily family, boolean managed, PublicIp now) {
        PublicIp serving = now.serving(family, settings.cloud().loadBalancer().sku());
        return managed
                ? serving.withTags(bodies.tagged(Ownership.withService(serving.tags(), service.subject()), service))
                : serving;
    }

    private Decision<ArmId> replace(ServiceSpec service, ArmId id, String reason, String because) {
        notices.add(service, texts.replaced(id, because, address(id)));
        desired.put(id, null);
        replaced.put(id, reason);
        return Decision.later();
    }

    private Decision<ArmId> bind(ServiceSpec service, ArmId id, boolean managed, PublicIp fitting) {
        users.computeIfAbsent(id, none -> new TreeSet<>()).add(service.subject());
        PublicIp next = fitting;
        Map<String, String> tags = next.tags();
        Optional<String> label = service.address().dnsLabel();
        owners.uses(service, id);
        if (label.isPresent()) {
            String owner = managed ? Ownership.dnsService(tags) : owners.ofLabel(next, label.get());
            if (!owner.isEmpty() && !owner.equalsIgnoreCase(service.subject())) {
                return Decision.refused("DNSLabelInUse", service.subject(), "there is an existing service "
                        + (service.isInNamespaceOf(owner) ? owner : "of another namespace")
                        + " consuming the DNS label on the public IP, so the service cannot set the DNS label annotation with"
                        + " this value: public IP " + id.name());
            }
            if (!label.get().equalsIgnoreCase(next.dnsLabel()))
                labelled.put(id, service.subject());
            labelled.putIfAbsent(id, service.subject());
            Optional<ArmId> holder = holders.ofLabel(service, id, next.family(), label.get());
            if (holder.isPresent() && observedState.publicIp(id).isPresent())
                labelsFrom.put(id, holder.get());
            boolean free = holder.isEmpty() || labelsFrom.containsKey(id);
            if (free)
                next = next.withDnsLabel(label.get());
            if (free && managed && !label.get().isEmpty())
                tags = ResourceTags.with(tags, Ownership.DNS_SERVICE_TAG, service.subject());
        }
        PublicIp now = current(id).orElseThrow();
        if (managed)
            tags = PublicIpTagLimits.fitting(now.tags(), tags, service, notices);
        if (!tags.equals(next.tags()))
            next = next.withTags(tags);
        if (!next.equals(now) || desired.containsKey(id) || Repair.isDue(now))
            desired.put(id, next);
        return Decision.of(id);
    }
}

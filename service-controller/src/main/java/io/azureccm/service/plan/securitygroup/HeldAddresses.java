package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.frontend.DesiredFrontends;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds additional addresses of Services that somebody else holds: another Service, a node, a frontend, another cluster. A rule for such an
 * address would let the sources of one Service reach another. Whoever requests one is refused, and only Services of the holder's own
 * namespace are told who holds it; a holder is told who requested it. {@code managed}: the load balancers that may be written.
 */
public record HeldAddresses(PlannerSettings settings, ObservedState observed, Set<ArmId> managed,
        DesiredFrontends.Result planned) {
    private static final int MAX_NAMES = 3;

    /** Who holds an address: a Service, if it is one, and as part of a sentence. */
    private record Holder(Optional<ServiceSpec> service, String text) {
        static Holder of(ServiceSpec service) {
            return new Holder(Optional.of(service), "another Service");
        }

        static Holder of(String text) {
            return new Holder(Optional.empty(), text);
        }
    }

    /** The decisions without addresses that somebody else holds, and with the refusals of those who request them. */
    public ServiceDecisions withheld(ServiceDecisions services, Notices notices) {
        List<ServiceSpec> requesting = services.all()
                .stream()
                .filter(service -> service.wanted() && !service.address().additionalIps().isEmpty())
                .toList();
        if (requesting.isEmpty() || settings.tenants().additionalAddresses() == AdditionalAddresses.ANY)
            return services;
        AddressUsers users = AddressUsers.of(requesting, services, observed, planned);
        Map<String, Set<String>> withheld = new HashMap<>();
        Map<String, Refusal> refusals = new HashMap<>();
        Map<String, Set<String>> requested = new TreeMap<>();
        Map<String, ServiceSpec> holders = new HashMap<>();
        for (ServiceSpec service : requesting) {
            Map<String, Holder> held = held(service, users, services);
            if (held.isEmpty())
                continue;
            withheld.put(service.uid(), Set.copyOf(held.keySet()));
            refusals.put(service.uid(), refusal(service, held));
            held.values().stream().flatMap(holder -> holder.service().stream()).forEach(holder -> {
                holders.put(holder.uid(), holder);
                requested.computeIfAbsent(holder.uid(), none -> new TreeSet<>()).add(service.subject());
            });
        }
        requested.forEach((uid, subjects) -> notices.add(holders.get(uid), request(subjects)));
        return withheld.isEmpty() ? services : services.withholding(withheld).refusing(Stage.ACCESS, refusals);
    }

    private Map<String, Holder> held(ServiceSpec service, AddressUsers users, ServiceDecisions services) {
        Map<String, Holder> held = new LinkedHashMap<>();
        for (String address : service.address().additionalIps()) {
            // That of a frontend that the Service has, or shares, anyway.
            boolean isOwn = users.planned(address).stream().anyMatch(other -> other.uid().equals(service.uid()))
                    || usesNow(service, users.frontends(address));
            if (!isOwn)
                holder(service, address, users, services).ifPresent(holder -> held.put(address, holder));
        }
        return held;
    }

    /** Also true for a Service that cannot be planned. */
    private boolean usesNow(ServiceSpec service, List<Frontend> frontends) {
        return frontends.stream()
                .anyMatch(frontend -> observed.loadBalancer(frontend.loadBalancer())
                        .usersOf(frontend.name())
                        .stream()
                        .anyMatch(rule -> ServiceNames.owns(service, rule.name())));
    }

    private Optional<Holder> holder(ServiceSpec service, String address, AddressUsers users,
            ServiceDecisions services) {
        return ofNode(address, users).or(() -> ofPublicIp(service, address, services))
                .or(() -> ofFrontend(service, users.frontends(address), services))
                .or(() -> users.planned(address)
                        .stream()
                        .filter(other -> !other.uid().equals(service.uid()))
                        .findFirst()
                        .map(Holder::of))
                .or(() -> first(service, address, users));
    }

    /** The Service of another namespace that had the additional address first, if the two may not share it. */
    private Optional<Holder> first(ServiceSpec service, String address, AddressUsers users) {
        boolean isShown = users.isShown(service, address);
        return users.requesting(address)
                .stream()
                .filter(other -> !settings.tenants().mayShare(service.key().namespace(), other.key().namespace()))
                .filter(other -> users.isShown(other, address) == isShown
                        ? ServiceSpec.BY_AGE.compare(other, service) < 0
                        : !isShown)
                .findFirst()
                .map(Holder::of);
    }

    private Optional<Holder> ofNode(String address, AddressUsers users) {
        boolean isNodes = users.isNodes(address)
                || observed.publicIps().at(address).stream().anyMatch(ip -> isAtNode(ip, users));
        return isNodes ? Optional.of(Holder.of("a node")) : Optional.empty();
    }

    private boolean isAtNode(PublicIp ip, AddressUsers users) {
        Optional<ArmId> user = ip.attachedTo();
        return user.isPresent() && (users.machines().contains(user.get()) || observed.machines()
                .interfaces()
                .stream()
                .filter(nic -> nic.id().equals(user.get()))
                .flatMap(nic -> nic.virtualMachine().stream())
                .anyMatch(users.machines()::contains));
    }

    private Optional<Holder> ofPublicIp(ServiceSpec service, String address, ServiceDecisions services) {
        for (PublicIp ip : observed.publicIps().at(address)) {
            if (!ip.isOfCluster(settings.clusterName()))
                return Optional.of(Holder.of("another cluster"));
            Set<String> others = new TreeSet<>(ip.services());
            others.removeIf(service.subject()::equalsIgnoreCase);
            if (!others.isEmpty())
                return Optional.of(services.all()
                        .stream()
                        .filter(other -> others.stream().anyMatch(other.subject()::equalsIgnoreCase))
                        .findFirst()
                        .map(Holder::of)
                        .orElseGet(() -> Holder.of("another Service")));
        }
        return Optional.empty();
    }

    /** A frontend of another load balancer is a user's, unless it has the name of a Service, which is one of another cluster. */
    private Optional<Holder> ofFrontend(ServiceSpec service, List<Frontend> frontends, ServiceDecisions services) {
        for (Frontend frontend : frontends) {
            if (ServiceNames.owns(service, frontend.name()))
                continue;
            Optional<ServiceSpec> owner = services.ownerOf(frontend);
            if (owner.isPresent())
                return owner.map(Holder::of);
            if (managed.contains(frontend.loadBalancer()) || ServiceNames.isNamedAfterService(frontend.name()))
                return Optional.of(
                        Holder.of("a frontend of load balancer "
                                + observed.loadBalancer(frontend.loadBalancer()).name()));
        }
        return Optional.empty();
    }

    private static Refusal refusal(ServiceSpec service, Map<String, Holder> held) {
        String addresses = held.entrySet()
                .stream()
                .map(each -> each.getKey() + " is the address of " + each.getValue()
                        .service()
                        .filter(holder -> holder.key().namespace().equals(service.key().namespace()))
                        .map(holder -> "Service " + holder.subject())
                        .orElse(each.getValue().text()))
                .collect(Collectors.joining(", "));
        return new Refusal("AddressHeld", service.subject(),
                "annotation " + ServiceAnnotation.ADDITIONAL_PUBLIC_IPS.key()
                        + ": " + addresses + ": name only addresses of your own");
    }

    private static Notice request(Set<String> subjects) {
        return Notice.warning(Notice.Source.SERVICE_CONTROLLER, "AddressRequested", "the address of this Service was"
                + " requested with " + ServiceAnnotation.ADDITIONAL_PUBLIC_IPS.key() + ", and refused, by "
                + PrintableText.first(MAX_NAMES, subjects, ", "));
    }
}

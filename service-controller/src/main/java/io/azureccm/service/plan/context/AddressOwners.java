package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Determines the Service that a frontend or a public IP belongs to; other Services share it. It is the Service that it was created for,
 * else the first one that uses it. Services are planned in order of age, so the oldest one gets what nobody uses yet.
 */
public final class AddressOwners {
    private final PlannerSettings settings;
    private final ObservedState observed;
    private final ServiceDecisions services;
    private final Map<ArmId, ServiceSpec> planned = new HashMap<>();

    public AddressOwners(PlannerSettings settings, ObservedState observed, ServiceDecisions services) {
        this.settings = settings;
        this.observed = observed;
        this.services = services;
    }

    /** The Service that the frontend is named after, else the oldest one with rules on it. */
    public Optional<ServiceSpec> ofFrontend(Frontend frontend) {
        return services.ownerOf(frontend).filter(ServiceSpec::wanted).or(() -> {
            Set<String> users = observed.loadBalancer(frontend.loadBalancer())
                    .usersOf(frontend.name())
                    .stream()
                    .map(Rule::baseName)
                    .collect(Collectors.toSet());
            return oldest(service -> users.contains(service.baseName()));
        });
    }

    /** The Service that the public IP was created for, else that of its frontend, else the first one in its tags or in this plan. */
    public Optional<ServiceSpec> ofPublicIp(PublicIp ip) {
        List<String> tagged = ip.services();
        return services.ownerOf(ServiceNames.baseOfPublicIp(settings.clusterName(), ip.id().name()))
                .filter(service -> service.wanted() && tagged.stream().anyMatch(service.subject()::equalsIgnoreCase))
                .or(() -> observed.loadBalancers()
                        .frontendsAt(ip.id())
                        .stream()
                        .flatMap(frontend -> ofFrontend(frontend).stream())
                        .findFirst())
                .or(() -> tagged.stream().map(this::ofSubject).flatMap(Optional::stream).findFirst())
                .or(() -> Optional.ofNullable(planned.get(ip.id())));
    }

    /** The only Service that may set this label at a public IP that the controller did not create; "" if it is set, or for anybody. */
    public String ofLabel(PublicIp ip, String label) {
        return label.equalsIgnoreCase(ip.dnsLabel()) ? "" : ofPublicIp(ip).map(ServiceSpec::subject).orElse("");
    }

    private Optional<ServiceSpec> ofSubject(String name) {
        return oldest(service -> service.subject().equalsIgnoreCase(name));
    }

    private Optional<ServiceSpec> oldest(Predicate<ServiceSpec> condition) {
        return services.all().stream().filter(ServiceSpec::wanted).filter(condition).findFirst();
    }

    /** The Service uses the public IP from now on: it belongs to the Service unless it belongs to another one. */
    public void uses(ServiceSpec service, ArmId publicIp) {
        planned.putIfAbsent(publicIp, service);
    }

    /** Why the Service may not use a public IP that it specifies; empty if it may. */
    public Optional<Refusal> obstacle(ServiceSpec service, PublicIp ip) {
        return obstacle(service, () -> ofPublicIp(ip),
                service.address().publicIpNames().values().stream().anyMatch(ip.id().name()::equalsIgnoreCase)
                        ? "public IP " + ip.id().name() + " (annotation " + ServiceAnnotation.PIP_NAME.key() + ")"
                        : fixed(ip.address()));
    }

    /** Why the Service may not use the frontend with an address that it specifies; empty if it may. */
    public Optional<Refusal> obstacle(ServiceSpec service, Optional<ServiceSpec> owner, String address) {
        return obstacle(service, () -> owner, fixed(address));
    }

    private static String fixed(String address) {
        ServiceAnnotation annotation = address.contains(":") ? ServiceAnnotation.IPV6 : ServiceAnnotation.IPV4;
        return "address " + address + " (annotation " + annotation.key() + " or spec.loadBalancerIP)";
    }

    private Optional<Refusal> obstacle(ServiceSpec service, Supplier<Optional<ServiceSpec>> owner, String what) {
        if (settings.tenants().sharing().anywhere())
            return Optional.empty();
        return owner.get()
                .filter(other -> !settings.tenants().mayShare(service.key().namespace(), other.key().namespace()))
                .map(other -> new Refusal("AddressNotShared", service.subject(), what
                        + " belongs to a Service of another namespace, and in this cluster Services share addresses only within"
                        + " their namespace (azureccm.tenants.sharing): use another address"));
    }
}

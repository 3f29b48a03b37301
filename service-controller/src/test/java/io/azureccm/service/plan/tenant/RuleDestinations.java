package io.azureccm.service.plan.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.TransportProtocol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Whose each destination of a security rule is, from the resources and from what a plan writes. */
final class RuleDestinations {
    /** Holds an address and is no Service of the cluster. */
    private static final String SOMEBODY = "somebody else";

    private final World world;
    private final ServicePlan plan;
    private final Map<String, Set<String>> owners = new TreeMap<>();

    RuleDestinations(World world, ServicePlan plan) {
        this.world = world;
        this.plan = plan;
        Map<ArmId, ObjectNode> after = new TreeMap<>(world.resources());
        plan.plan()
                .operations()
                .stream()
                .filter(operation -> operation.verb() == Operation.Verb.PUT)
                .forEach(operation -> after.merge(operation.target(), operation.body(), (before, now) -> now));
        for (Map<ArmId, ObjectNode> resources : List.of(world.resources(), after)) {
            resources.forEach((id, body) -> {
                if (id.hasType(ArmTypes.LOAD_BALANCER))
                    frontends(LoadBalancer.of(id, body));
                if (id.hasType(ArmTypes.PUBLIC_IP))
                    publicIp(body);
            });
        }
    }

    private void publicIp(ObjectNode body) {
        Map<String, String> tags = ResourceTags.of(body);
        String address = ArmJson.text(body, "properties", "ipAddress");
        if (Ownership.services(tags).isEmpty() || address.isEmpty())
            return;
        boolean isOurs = Ownership.isOfCluster(tags, "kubernetes");
        Ownership.services(tags).forEach(name -> own(address, isOurs && known(name).isPresent() ? name : SOMEBODY));
    }

    private void frontends(LoadBalancer balancer) {
        boolean managed = balancer.id().name().startsWith("kubernetes");
        for (Frontend frontend : balancer.frontends()) {
            String address = frontend.publicIp()
                    .map(ip -> world.resources().getOrDefault(ip, World.json("{}")))
                    .map(ip -> ArmJson.text(ip, "properties", "ipAddress"))
                    .orElse(frontend.privateIp());
            Optional<ServiceSpec> owner = named(frontend.name());
            if (managed && owner.isPresent())
                own(address, owner.get().subject());
            else if (managed || ServiceNames.isNamedAfterService(frontend.name()))
                own(address, SOMEBODY);
            for (Rule rule : balancer.usersOf(frontend.name()))
                named(rule.name()).ifPresent(user -> own(address, user.subject()));
        }
    }

    private void own(String address, String who) {
        if (!address.isEmpty())
            owners.computeIfAbsent(address, none -> new HashSet<>()).add(who);
    }

    private Optional<ServiceSpec> named(String element) {
        return world.services().stream().filter(service -> ServiceNames.owns(service, element)).findFirst();
    }

    private Optional<ServiceSpec> known(String subject) {
        return world.services().stream().filter(service -> service.subject().equals(subject)).findFirst();
    }

    /** Each new destination of a rule is asked for, by exactly these sources and ports, by a Service that has the address. */
    void check() {
        Map<String, Set<String>> before = new HashMap<>();
        rules(world.resource(ArmTypes.SECURITY_GROUP, "k8s-nsg").orElseThrow())
                .forEach(rule -> before.put(rule.key(), rule.destinations()));
        plan.plan()
                .operations()
                .stream()
                .filter(operation -> operation.target().hasType(ArmTypes.SECURITY_GROUP))
                .flatMap(operation -> rules(operation.body()).stream())
                .forEach(rule -> rule.destinations()
                        .stream()
                        .filter(address -> !before.getOrDefault(rule.key(), Set.of()).contains(address))
                        .filter(address -> !address.startsWith("<"))
                        .forEach(address -> assertThat(isAskedFor(rule, address))
                                .as("rule %s, sources %s, ports %s for %s of %s", rule.name(), rule.sources(),
                                        rule.ports(), address, owners.get(address))
                                .isTrue()));
    }

    /** In a converged world, each destination is that of a Service with this rule, of a Service that is refused, or of others. */
    void checkAll() {
        for (SecurityGroup.Rule rule : rules(world.resource(ArmTypes.SECURITY_GROUP, "k8s-nsg").orElseThrow())) {
            for (String address : rule.destinations()) {
                Set<String> holders = owners.getOrDefault(address, Set.of());
                assertThat(opened(rule, address)).as("%s in %s", address, rule.name()).isEmpty();
                boolean isKept = holders.contains(SOMEBODY) || holders.stream().anyMatch(this::isRefused)
                        || isOfRefused(address, holders.isEmpty());
                assertThat(isKept || isAskedFor(rule, address)).as("%s in %s", address, rule.name()).isTrue();
            }
        }
    }

    private boolean isRefused(String subject) {
        return known(subject)
                .filter(service -> plan.plannedServices().get(service.uid()).stop().isPresent())
                .isPresent();
    }

    /** A node's address, or an additional one, that a refused Service may have had in a rule before it was refused. */
    private boolean isOfRefused(String address, boolean isFree) {
        return world.services()
                .stream()
                .filter(service -> isRefused(service.subject()))
                .anyMatch(service -> isNode(address) || isRange(address)
                        || isFree && service.address().additionalIps().contains(address));
    }

    private static boolean isRange(String destination) {
        return destination.contains("/");
    }

    /** Addresses in a range that are served at a port of the rule for somebody else than the Service whose node port it is. */
    private List<String> opened(SecurityGroup.Rule rule, String destination) {
        if (!isRange(destination))
            return List.of();
        Cidr range = Cidr.parse(destination).orElseThrow();
        return owners.entrySet()
                .stream()
                .filter(entry -> range.contains(entry.getKey()))
                .filter(entry -> entry.getValue()
                        .stream()
                        .anyMatch(who -> who.equals(SOMEBODY) || known(who).filter(service -> serves(service, rule))
                                .isPresent()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean serves(ServiceSpec service, SecurityGroup.Rule rule) {
        return service.traffic().floatingIp() && service.traffic()
                .ports()
                .stream()
                .anyMatch(port -> rule.ports().contains(String.valueOf(port.port())));
    }

    private boolean isNode(String address) {
        return world.clusterState().nodes().stream().anyMatch(node -> node.internalIps().contains(address));
    }

    private boolean isAskedFor(SecurityGroup.Rule rule, String address) {
        return world.services()
                .stream()
                .filter(ServiceSpec::wanted)
                .anyMatch(service -> rulesOf(service).contains(rule.key()) && has(service, address));
    }

    private boolean has(ServiceSpec service, String address) {
        if (isRange(address))
            return service.access().destinations().toString().contains(address);
        Set<String> holders = owners.getOrDefault(address, Set.of());
        if (isNode(address) && !service.traffic().floatingIp() || holders.contains(service.subject()))
            return true;
        return holders.isEmpty() && !isNode(address) && service.address().additionalIps().contains(address);
    }

    private static List<String> rulesOf(ServiceSpec service) {
        List<String> rules = new ArrayList<>();
        for (IpFamily family : IpFamily.values()) {
            if (service.access().denyAll())
                rules.add(SecurityRule.key(SecurityRule.denyAll(family, Set.of()).name()));
            List<List<String>> sources = new ArrayList<>();
            service.access().serviceTags().forEach(tag -> sources.add(List.of(tag)));
            sources.add(service.access()
                    .ranges()
                    .stream()
                    .filter(range -> IpFamily.of(range) == family)
                    .map(Object::toString)
                    .toList());
            for (TransportProtocol protocol : TransportProtocol.values()) {
                List<Integer> ports = service.traffic()
                        .ports()
                        .stream()
                        .filter(port -> port.protocol() == protocol)
                        .map(port -> service.traffic().floatingIp() ? port.port() : port.nodePort())
                        .toList();
                sources.forEach(each -> rules.add(SecurityRule.key(
                        SecurityRule.allow(family, protocol.securityProtocol(), each, ports, Set.of()).name())));
            }
        }
        return rules;
    }

    private static List<SecurityGroup.Rule> rules(ObjectNode group) {
        return SecurityGroup.of(group).rules().stream().filter(SecurityGroup.Rule::managed).toList();
    }
}

package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.Removal.Kind;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalLimits.Limit;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which parts of a plan count as removals, and the plan in which they are held. */
class PlannedRemovalsTest {
    private static final RemovalLimits NOTHING_ALLOWED = new RemovalLimits(
            Arrays.stream(Kind.values()).collect(Collectors.toMap(kind -> kind, kind -> new Limit(0, false))));

    private final World world = new World(4);

    @Test
    void everyServiceThatIsDeletedGoesAtOnce() {
        serve("one", "two", "three");
        for (String name : List.of("one", "two", "three"))
            world.gone(name);
        assertHeld();
        assertThat(plan().plan().operations()).isEqualTo(world.plan().plan().operations());
    }

    @Test
    void serviceThatBecomesInternalLosesItsFrontendAndItsPublicIp() {
        serve("one", "two");
        world.service(web("one").annotation("azure-load-balancer-internal", "true").yaml());
        assertHeld(Kind.FRONTEND, Kind.PUBLIC_IP);
        assertThat(plan().plan().held().all()).extracting(Removal::subjects).containsOnly(Set.of("shop/one"));
        assertThat(plan().plan().operations()).as("it stays as it is").isEmpty();
        assertThat(plan().plan().refusals()).as("nobody has made a mistake").isEmpty();
    }

    @Test
    void heldServiceKeepsAllThatItHasInThePutThatServesAndClearsOthers() {
        serve("one", "two");
        Map<String, Integer> before = parts("one");
        world.service(web("one").annotation("azure-load-balancer-internal", "true").yaml());
        world.service(web("new").yaml());
        world.gone("two");
        for (int round = 0; round < 4; round++)
            plan().plan().ready().forEach(world::applyOne);
        assertThat(plan().plan().operations()).isEmpty();
        assertThat(parts("one")).isEqualTo(before);
        assertThat(parts("new")).isEqualTo(before);
        assertThat(parts("two").values()).containsOnly(0);
    }

    @Test
    void sharedFrontendIsLostByEveryServiceThatHasRulesThere() {
        serve("one", "two");
        String address = world.plan().plannedServices().get(Services.uid("one")).addresses().orElseThrow().getFirst();
        world.service(Services.named("guest").port("TCP", 81).annotation("azure-load-balancer-ipv4", address).yaml());
        world.converge();
        world.service(web("one").annotation("azure-load-balancer-internal", "true").yaml());
        world.service(
                Services.named("guest").port("TCP", 81).annotation("azure-load-balancer-internal", "true").yaml());
        assertThat(plan().plan().held().all()).filteredOn(each -> each.kind() == Kind.FRONTEND)
                .extracting(Removal::subjects)
                .containsExactly(Set.of("shop/guest", "shop/one"));
    }

    @Test
    void frontendThatHasLostItsRulesIsThatOfItsService() {
        serve("one", "two");
        ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow())
                .putArray("loadBalancingRules");
        world.service(web("one").annotation("azure-load-balancer-internal", "true").yaml());
        assertHeld(Kind.FRONTEND, Kind.PUBLIC_IP);
    }

    @Test
    void publicIpOfTheUserIsLostThoughItIsNotDeletedAndAFrontendThatKeepsItsOwnLosesNone() {
        for (String name : List.of("mine", "yours"))
            world.put(ArmTypes.PUBLIC_IP, name, "{\"sku\": {\"name\": \"Standard\"}, \"properties\": {\"ipAddress\": "
                    + "\"20.1.2." + name.length() + "\", \"publicIPAllocationMethod\": \"Static\"}}");
        world.service(web("one").annotation("azure-pip-name", "mine").yaml());
        serve("two");
        world.service(web("one").annotation("azure-pip-name", "yours").yaml());
        assertThat(plan().plan().held().all())
                .containsExactly(new Removal(Kind.PUBLIC_IP, "", "mine", Set.of("shop/one")));
    }

    @Test
    void nodesThatAreLeavingAreNotCounted() {
        serve("one");
        leave(0, true);
        assertThat(world.plan().plan().operations()).isNotEmpty();
        assertHeld();
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        world.converge();
        leave(1, false);
        assertThat(world.plan().plan().operations()).isNotEmpty();
        assertHeld();
    }

    private void leave(int machine, boolean excluded) {
        NodeFacts node = world.node(machine);
        world.node(new NodeFacts(node.name(), node.machine(), node.internalIps(), excluded, true, false, Map.of(),
                DrainFacts.NONE));
    }

    @Test
    void frontendThatGetsAnotherPublicIpLosesTheOneItHas() {
        world.put(ArmTypes.PUBLIC_IP, "mine", "{\"sku\": {\"name\": \"Standard\"}, \"properties\": {\"ipAddress\": "
                + "\"20.1.2.3\", \"publicIPAllocationMethod\": \"Static\"}}");
        serve("one");
        world.service(web("one").annotation("azure-pip-name", "mine").yaml());
        assertThat(plan().plan().held().all()).extracting(Removal::kind).contains(Kind.PUBLIC_IP);
        assertThat(plan().plan().operations()).isEmpty();
    }

    @Test
    void nodesThatAreExcludedLeaveThePool() {
        serve("one");
        exclude(0);
        exclude(1);
        assertHeld(Kind.POOL_MEMBER, Kind.POOL_MEMBER);
        assertThat(plan().plan().held().all()).extracting(Removal::subjects)
                .containsExactlyInAnyOrder(Set.of("vmss-a000000"), Set.of("vmss-a000001"));
        assertThat(plan().plan().operations()).isEmpty();
        assertThat(plan(new Limit(50, true)).operations()).hasSize(2);
        assertThat(plan(new Limit(49, true)).operations()).isEmpty();
    }

    @Test
    void nodesThatAreExcludedFromAPoolOfAddressesStayWhileAnotherOneComes() {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        serve("one");
        exclude(0);
        exclude(1);
        world.machine(4);
        assertHeld(Kind.POOL_MEMBER, Kind.POOL_MEMBER);
        List<Operation> operations = plan().plan().operations();
        assertThat(operations).hasSize(1);
        assertThat(operations.getFirst().body().toString()).contains("10.240.0.10", "10.240.0.11", "10.240.0.14");
        assertThat(world.plan().plan().operations().getFirst().body().toString()).doesNotContain("10.240.0.10\"");
    }

    @Test
    void addressThatANodeHadBeforeStaysUnderANameOfItsOwn() {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        serve("one");
        NodeFacts node = world.node(0);
        world.node(new NodeFacts(node.name(), node.machine(), List.of("10.240.0.99"), false, false, false, Map.of(),
                DrainFacts.NONE));
        assertHeld(Kind.POOL_MEMBER);
        assertThat(plan().plan().operations().getFirst().body().findValue("loadBalancerBackendAddresses").toString())
                .contains("{\"name\":\"held-10.240.0.10\",\"properties\":{\"ipAddress\":\"10.240.0.10\"}}",
                        "{\"name\":\"vmss-a000000\",\"properties\":{\"ipAddress\":\"10.240.0.99\"}}");
    }

    @Test
    void nodeThatIsLeavingGoesThoughAnotherOneIsHeld() {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        serve("one");
        exclude(0);
        leave(1, false);
        plan().plan().ready().forEach(world::applyOne);
        assertThat(balancersOf("10.240.0.10")).containsExactly("kubernetes");
        assertThat(balancersOf("10.240.0.11")).isEmpty();
    }

    @Test
    void machinesAndTheModelOfTheirScaleSetStayInAPoolThatMayNotBeConverted() {
        serve("one");
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        assertHeld(Kind.POOL_MEMBER, Kind.POOL_MEMBER, Kind.POOL_MEMBER, Kind.POOL_MEMBER);
        assertThat(plan().plan().ready()).isEmpty();
    }

    @Test
    void nodeThatIsHeldOnOneLoadBalancerDoesNotJoinAnotherOne() {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations",
                        "[{name: kubernetes, primaryVMSet: none}, {name: lb2, primaryVMSet: nil, "
                                + "serviceLabelSelector: {matchLabels: {tier: gold}}, "
                                + "nodeSelector: {matchLabels: {disk: fast}}}]");
        world.service(web("one").label("tier", "gold").yaml());
        label(0, Map.of("disk", "fast"));
        serve("two");
        assertThat(balancersOf("10.240.0.10")).containsExactly("lb2");
        label(0, Map.of());
        world.machine(4);
        assertHeld(Kind.POOL_MEMBER);
        for (int round = 0; round < 3; round++)
            plan().plan().ready().forEach(world::applyOne);
        assertThat(balancersOf("10.240.0.10")).containsExactly("lb2");
        assertThat(balancersOf("10.240.0.14")).containsExactly("kubernetes");
        world.converge();
        assertThat(balancersOf("10.240.0.10")).containsExactly("kubernetes");
    }

    private List<String> balancersOf(String address) {
        return world.resources()
                .values()
                .stream()
                .filter(body -> body.toString().contains("\"ipAddress\":\"" + address + "\""))
                .map(body -> body.path("name").asText())
                .toList();
    }

    private void label(int machine, Map<String, String> labels) {
        NodeFacts node = world.node(machine);
        world.node(new NodeFacts(node.name(), node.machine(), node.internalIps(), false, false, false, labels,
                DrainFacts.NONE));
    }

    @Test
    void approvedHashLetsTheSamePlanThroughAndNoOther() {
        serve("one", "two");
        world.service(web("one").annotation("azure-load-balancer-internal", "true").yaml());
        RemovalMemory approved = RemovalMemory.NONE.approved(Set.of(plan().plan().held().hash()));
        assertThat(world.plan(NOTHING_ALLOWED, approved).plan().operations())
                .isEqualTo(world.plan().plan().operations());

        world.service(web("two").annotation("azure-load-balancer-internal", "true").yaml());
        assertThat(world.plan(NOTHING_ALLOWED, approved).plan().held().counts()).containsEntry(Kind.FRONTEND, 2);
    }

    @Test
    void machinesOfALoadBalancerThatGoesWithItsLastServiceAreNotCounted() {
        serve("one");
        world.gone("one");
        assertHeld();
        assertThat(world.plan().plan().operations()).anyMatch(operation -> operation.changes()
                .stream()
                .anyMatch(change -> change.kind() == Change.Kind.REMOVE && change.element().equals("pool")));
    }

    private void serve(String... names) {
        for (String name : names)
            world.service(web(name).yaml());
        world.converge();
        assertHeld();
    }

    private static Services web(String name) {
        return Services.named(name).port("TCP", 80);
    }

    private void exclude(int machine) {
        NodeFacts node = world.node(machine);
        world.node(new NodeFacts(node.name(), node.machine(), node.internalIps(), true, false, false, Map.of(),
                DrainFacts.NONE));
    }

    private ServicePlan plan() {
        return world.plan(NOTHING_ALLOWED, RemovalMemory.NONE);
    }

    private io.azureccm.common.core.Plan plan(Limit members) {
        return world.plan(new RemovalLimits(Map.of(Kind.POOL_MEMBER, members)), RemovalMemory.NONE).plan();
    }

    private void assertHeld(Kind... kinds) {
        assertThat(plan().plan().held().all()).extracting(Removal::kind).containsExactly(kinds);
    }

    /** The number of elements of a Service on the load balancer, public IPs and the security group. */
    private Map<String, Integer> parts(String name) {
        String base = io.azureccm.service.model.ServiceNames.base(Services.uid(name));
        Optional<String> balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").map(Object::toString);
        int inBalancer = balancer.map(text -> text.split("\"name\":\"" + base, -1).length - 1).orElse(0);
        int ips = (int) world.resources()
                .keySet()
                .stream()
                .filter(id -> id.hasType(ArmTypes.PUBLIC_IP) && id.name().contains(base))
                .count();
        return Map.of("load balancer", inBalancer, "public IPs", ips);
    }
}

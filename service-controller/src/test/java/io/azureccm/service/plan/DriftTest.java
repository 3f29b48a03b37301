package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.drift.LastInPlace;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * What Azure has lost or got without anybody changing a Service, a node or the config is drift, and nothing else is. What is
 * written does not depend on it.
 */
class DriftTest {
    private static final String NODE_IP = "nodeIP";

    private final World world = new World(2);
    private final LastInPlace memory = new LastInPlace(new ServiceParts());

    /** What is served first, what somebody then does to Azure, and the elements that have to be put right. */
    private record Damage(String name, Consumer<World> given, Consumer<World> done, String... elements) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Damage> DAMAGES = List.of(
            new Damage("rule lost", world -> {}, world -> lose(balancer(world), "loadBalancingRules", "TCP-80"),
                    "ADD rule"),
            new Damage("rule changed", world -> {},
                    world -> edit(balancer(world), "loadBalancingRules", "TCP-80", "idleTimeoutInMinutes", 30),
                    "UPDATE rule"),
            new Damage("rule of the Service's name added", world -> {},
                    world -> elements(balancer(world), "loadBalancingRules").add(
                            elements(balancer(world), "loadBalancingRules").get(0)
                                    .<ObjectNode>deepCopy()
                                    .put("name", rule(world).replace("TCP-80", "TCP-99"))),
                    "REMOVE rule"),
            new Damage("probe changed", world -> {},
                    world -> edit(balancer(world), "probes", "TCP-80", "intervalInSeconds", 77), "UPDATE probe"),
            new Damage("rule and probe lost", world -> {}, world -> {
                lose(balancer(world), "loadBalancingRules", "TCP-80");
                lose(balancer(world), "probes", "TCP-80");
            }, "ADD probe", "ADD rule"),
            new Damage("frontend lost with its rule", world -> {}, world -> {
                lose(balancer(world), "loadBalancingRules", "");
                lose(balancer(world), "frontendIPConfigurations", "");
            }, "ADD frontend", "ADD rule"),
            new Damage("configured tag of the load balancer changed", world -> world.with("tags", "team=net"),
                    world -> ((ObjectNode) balancer(world).path("tags")).put("team", "other"), "UPDATE tag"),
            new Damage("load balancer deleted", world -> {}, world -> {
                world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.LOAD_BALANCER));
                world.resources().values().forEach(DriftTest::leavePools);
            }, "ADD frontend", "ADD pool", "ADD probe", "ADD resource", "ADD rule"),
            new Damage("tag of the public IP changed", world -> world.with("tags", "team=net"),
                    world -> ((ObjectNode) publicIp(world).path("tags")).put("team", "other"), "UPDATE tag"),
            new Damage("tag of the public IP removed", world -> world.with("tags", "team=net"),
                    world -> ((ObjectNode) publicIp(world).path("tags")).remove("team"), "ADD tag"),
            new Damage("DNS label changed", world -> serve(world, "azure-dns-label-name", "shop"),
                    world -> publicIp(world).withObject("/properties/dnsSettings").put("domainNameLabel", "theirs"),
                    "UPDATE resource"),
            new Damage("DNS label removed", world -> serve(world, "azure-dns-label-name", "shop"),
                    world -> Tree.properties(publicIp(world)).remove("dnsSettings"), "UPDATE resource"),
            new Damage("public IP and its frontend deleted", world -> {}, world -> {
                world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PUBLIC_IP));
                lose(balancer(world), "loadBalancingRules", "");
                lose(balancer(world), "frontendIPConfigurations", "");
            }, "ADD resource"),
            new Damage("instance taken out of the pool", world -> {},
                    world -> leavePools(world.resources()
                            .get(World.id(ArmTypes.SCALE_SET, "vmss-a").child("virtualMachines", "1"))),
                    "ADD pool"),
            new Damage("model of the scale set taken out of the pool", world -> {},
                    world -> leavePools(world.resource(ArmTypes.SCALE_SET, "vmss-a").orElseThrow()), "ADD pool"),
            new Damage("interface taken out of the pool", world -> world.virtualMachine("lone", ""),
                    world -> leavePools(world.resource(ArmTypes.NETWORK_INTERFACE, "lone-nic").orElseThrow()),
                    "ADD pool"),
            new Damage("address taken out of the pool",
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP),
                    world -> ((ArrayNode) elements(balancer(world), "backendAddressPools")
                            .get(0)
                            .at("/properties/loadBalancerBackendAddresses")).remove(0),
                    "UPDATE pool"),
            new Damage("security rule removed", world -> {},
                    world -> elements(group(world), "securityRules").removeAll(),
                    "ADD rule"),
            new Damage("sources of a security rule widened",
                    world -> serve(world, "azure-allowed-ip-ranges", "10.1.0.0/16"),
                    world -> edit(group(world), "securityRules", "", "sourceAddressPrefix", "*"), "UPDATE rule"),
            new Damage("destination of a security rule changed", world -> {},
                    world -> edit(group(world), "securityRules", "", "destinationAddressPrefix", "20.0.0.200"),
                    "UPDATE rule"),
            new Damage("private link service changed", DriftTest::servePrivateLink,
                    world -> Tree.properties(privateLink(world)).put("enableProxyProtocol", true), "UPDATE resource"),
            new Damage("private link service deleted", DriftTest::servePrivateLink,
                    world -> world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PRIVATE_LINK_SERVICE)),
                    "ADD resource"));

    @ParameterizedTest
    @FieldSource("DAMAGES")
    void whatNobodyAskedForIsDrift(Damage damage) {
        world.service(web().yaml());
        damage.given().accept(world);
        settle();
        damage.done().accept(world);

        Plan plan = world.plan(memory).plan();

        assertThat(changes(plan)).extracting(change -> change.kind() + " " + change.element())
                .containsAll(List.of(damage.elements()));
        // A public IP that is made again has another address, which nothing allowed so far.
        boolean otherAddress = damage.name().startsWith("public IP and");
        assertThat(changes(plan)).filteredOn(change -> !otherAddress || !change.cause().reason().equals("AccessWanted"))
                .as("%s", plan)
                .allMatch(change -> change.cause().reason().equals("Drift"));
        assertThat(sent(plan)).isEqualTo(sent(world.plan().plan()));
        settle();
        assertThat(world.plan().plan().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @FieldSource("DAMAGES")
    void aLeaderThatHasSeenNothingInPlaceDoesNotCallItDrift(Damage damage) {
        world.service(web().yaml());
        damage.given().accept(world);
        settle();
        memory.begin();
        damage.done().accept(world);

        // A security rule whose name does not fit what it says tells by itself that somebody changed it.
        if (!damage.name().startsWith("sources"))
            assertThat(reasons()).doesNotContain("Drift");
    }

    /** What a user, the cluster or the one who runs it changes, while nobody touches Azure. */
    static final List<Damage> WISHES = List.of(
            new Damage("Service added", world -> {}, world -> world.service(api().yaml())),
            new Damage("port added", world -> {}, world -> world.service(web().port("TCP", 443).yaml())),
            new Damage("port removed", world -> world.service(web().port("TCP", 443).yaml()),
                    world -> world.service(web().yaml())),
            new Damage("idle timeout changed", world -> {},
                    world -> serve(world, "azure-load-balancer-tcp-idle-timeout", "10")),
            new Damage("Service made internal", world -> {},
                    world -> serve(world, "azure-load-balancer-internal", "true")),
            new Damage("access narrowed", world -> {}, world -> serve(world, "azure-allowed-ip-ranges", "10.1.0.0/16")),
            new Damage("DNS label changed", world -> serve(world, "azure-dns-label-name", "shop"),
                    world -> serve(world, "azure-dns-label-name", "store")),
            new Damage("Service deleted", world -> world.service(api().yaml()), world -> world.gone("api")),
            new Damage("last Service deleted", world -> {}, world -> world.gone("web")),
            new Damage("node joined", world -> {}, world -> world.machine(2)),
            new Damage("node joined a pool of addresses",
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP),
                    world -> world.machine(2)),
            new Damage("node left", world -> {}, world -> world.nodeLeft(1)),
            new Damage("node left a pool of addresses",
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP),
                    world -> world.nodeLeft(1)),
            new Damage("configured tags changed", world -> world.with("tags", "team=net"),
                    world -> world.with("tags", "team=core")),
            new Damage("kind of pools changed", world -> {},
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP)),
            new Damage("kind of pools changed by Azure", world -> {},
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP)
                            .with("enableMigrateToIPBasedBackendPoolAPI", "true")),
            new Damage("probes shared", world -> {}, world -> {
                world.with("clusterServiceLoadBalancerHealthProbeMode", "shared");
                world.service(web().yaml());
            }),
            new Damage("private link service not wanted", DriftTest::servePrivateLink, world -> world
                    .service(web().annotation("azure-load-balancer-internal", "true")
                            .annotation("azure-pls-create", "false")
                            .yaml())));

    @ParameterizedTest
    @FieldSource("WISHES")
    void whatSomebodyAskedForIsNoDriftFromBeginningToEnd(Damage wish) {
        world.service(web().yaml());
        wish.given().accept(world);
        settle();
        wish.done().accept(world);

        Set<String> reasons = settle();

        assertThat(reasons).isNotEmpty().doesNotContain("Drift");
    }

    @Test
    void changeOfOneServiceBesideTheLossOfAnotherKeepsItsOwnCause() {
        world.service(web().yaml());
        world.service(api().yaml());
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-443");
        world.service(web().annotation("azure-load-balancer-tcp-idle-timeout", "10").status("20.0.0.5").yaml());

        assertThat(changes(world.plan(memory).plan()))
                .extracting(change -> change.kind() + " " + change.element() + " " + change.cause())
                .containsExactlyInAnyOrder("UPDATE rule ServiceChanged shop/web", "ADD rule Drift shop/api");
    }

    @Test
    void ruleThatIsLostAndWantedOtherwiseAtOnceIsAskedForByItsService() {
        world.service(web().yaml());
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        world.service(web().annotation("azure-load-balancer-tcp-idle-timeout", "10").status("20.0.0.5").yaml());

        assertThat(reasons()).containsExactly("ServiceChanged");
    }

    @Test
    void otherEtagsAndTagsOfOthersAreNoReasonToWriteAnything() {
        world.with("tags", "team=net").service(web().yaml());
        settle();
        world.resources().values().forEach(resource -> resource.put("etag", "W/\"99\""));
        ((ObjectNode) publicIp(world).path("tags")).put("policy", "cost-centre-7");
        balancer(world).withObject("/tags").put("policy", "cost-centre-7");

        assertThat(world.plan(memory).plan().isEmpty()).isTrue();
    }

    @Test
    void whatAFailedWriteOfOursMayHaveDoneIsNoDrift() {
        world.service(web().yaml());
        settle();
        world.service(web().port("TCP", 443).yaml());
        Plan more = world.plan(memory).plan();
        // The write took effect, though nobody was told.
        more.ready().forEach(world::applyOne);
        end(more, new Outcome.Unknown("no answer"));
        world.service(web().yaml());

        assertThat(changes(world.plan(memory).plan())).extracting(change -> change.kind() + " " + change.element())
                .contains("REMOVE rule");
        assertThat(reasons()).doesNotContain("Drift");
    }

    @Test
    void whatIsShownAsItWasBeforeAWriteOfOursIsNoDrift() {
        world.service(web().yaml());
        settle();
        balancer(world).put("etag", "W/\"1\"");
        ObjectNode before = balancer(world).deepCopy();
        world.service(web().port("TCP", 443).yaml());
        settle();
        assertThat(balancer(world).path("etag")).isNotEqualTo(before.path("etag"));
        balancer(world).setAll(before);

        assertThat(reasons()).isNotEmpty().doesNotContain("Drift");
    }

    @Test
    void whatIsFoundInAFailedResourceIsNoDrift() {
        world.service(web().yaml());
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        Tree.properties(balancer(world)).put("provisioningState", "Failed");

        assertThat(reasons()).contains("LastWriteFailed").doesNotContain("Drift");
    }

    @Test
    void driftStaysDriftWhileItCannotBePutRightAndCountsOnce() {
        world.service(web().yaml());
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-80");

        assertThat(found()).isEqualTo(1);
        for (Outcome outcome : List.of(new Outcome.Rejected(403, "RequestDisallowedByPolicy", "no"),
                new Outcome.Unknown("no answer"), new Outcome.Conflict("changed"),
                new Outcome.NotAttempted(Outcome.NotAttempted.Reason.STOPPING, "stops"))) {
            end(world.plan(memory).plan(), outcome);
            assertThat(reasons()).containsExactly("Drift");
            assertThat(found()).isZero();
        }
        settle();
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        assertThat(found()).as("found again after it was put right").isEqualTo(1);
    }

    @Test
    void whatIsAskedForAgainAfterItWasTakenDownIsNew() {
        world.service(web().yaml());
        settle();
        world.gone("web");
        settle();
        world.forget("web");
        world.service(web().yaml());

        assertThat(settle()).contains("ServiceAdded").doesNotContain("Drift");
    }

    @Test
    void rulesOfARefusedServiceAreRememberedAsTheyWere() {
        world.service(web().yaml());
        world.service(api().yaml());
        settle();
        world.service(web().annotation("azure-load-balancer-tcp-idle-timeout", "2").yaml());
        lose(balancer(world), "loadBalancingRules", "TCP-80");
        settle();
        world.service(web().yaml());

        assertThat(reasons()).containsExactly("Drift");
    }

    /** Carries plans out until nothing is left to do; returns the reasons of all changes. */
    private Set<String> settle() {
        Set<String> reasons = new HashSet<>();
        for (int round = 0; round < 8; round++) {
            ServicePlan plan = world.plan(memory);
            memory.planned(plan.plan(), plan.reading());
            changes(plan.plan()).forEach(change -> reasons.add(change.cause().reason()));
            if (plan.plan().isEmpty())
                return reasons;
            plan.plan().ready().forEach(world::applyOne);
            end(plan.plan(), new Outcome.Applied(null));
        }
        throw new AssertionError("does not settle: " + world.plan().plan());
    }

    private int found() {
        ServicePlan plan = world.plan(memory);
        return memory.planned(plan.plan(), plan.reading());
    }

    private void end(Plan plan, Outcome outcome) {
        Map<ArmId, Outcome> outcomes = new HashMap<>();
        plan.operations()
                .forEach(operation -> outcomes.put(operation.target(), operation.isDeferred()
                        ? new Outcome.NotAttempted(Outcome.NotAttempted.Reason.DEFERRED, "")
                        : outcome));
        memory.ended(new PlanOutcome(plan, outcomes));
    }

    private List<String> reasons() {
        return changes(world.plan(memory).plan()).stream().map(change -> change.cause().reason()).distinct().toList();
    }

    private static List<Change> changes(Plan plan) {
        return plan.operations().stream().flatMap(operation -> operation.changes().stream()).toList();
    }

    /** All that reaches Azure, and in what order. */
    private static List<String> sent(Plan plan) {
        List<String> sent = new ArrayList<>();
        for (Operation each : plan.operations()) {
            sent.add(each.verb() + " " + each.target() + " " + each.ifMatch() + " " + each.body() + each.after()
                    + each.awaits() + each.subjects());
        }
        return sent;
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    private static Services api() {
        return Services.named("api").port("TCP", 443).created("2026-01-02T00:00:00Z");
    }

    private static void serve(World world, String annotation, String value) {
        world.service(web().annotation(annotation, value).yaml());
    }

    private static void servePrivateLink(World world) {
        world.service(web().annotation("azure-load-balancer-internal", "true")
                .annotation("azure-pls-create", "true")
                .yaml());
    }

    private static ObjectNode balancer(World world) {
        return Stream.of("kubernetes", "kubernetes-internal")
                .flatMap(name -> world.resource(ArmTypes.LOAD_BALANCER, name).stream())
                .findFirst()
                .orElseThrow();
    }

    private static ObjectNode group(World world) {
        return world.resource(ArmTypes.SECURITY_GROUP, "k8s-nsg").orElseThrow();
    }

    private static ObjectNode publicIp(World world) {
        return only(world, ArmTypes.PUBLIC_IP);
    }

    private static ObjectNode privateLink(World world) {
        return only(world, ArmTypes.PRIVATE_LINK_SERVICE);
    }

    private static ObjectNode only(World world, String type) {
        List<ObjectNode> found = world.resources()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().hasType(type))
                .map(Map.Entry::getValue)
                .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private static String rule(World world) {
        return Tree.name(elements(balancer(world), "loadBalancingRules").get(0));
    }

    private static ArrayNode elements(ObjectNode resource, String property) {
        return (ArrayNode) resource.path("properties").path(property);
    }

    private static void lose(ObjectNode resource, String property, String ending) {
        ArrayNode elements = elements(resource, property);
        int before = elements.size();
        for (int i = elements.size() - 1; i >= 0; i--) {
            if (Tree.name(elements.get(i)).endsWith(ending))
                elements.remove(i);
        }
        assertThat(elements.size()).isLessThan(before);
    }

    private static void edit(ObjectNode resource, String property, String ending, String field, Object value) {
        elements(resource, property).forEach(element -> {
            if (Tree.name(element).endsWith(ending))
                Tree.properties((ObjectNode) element).putPOJO(field, value);
        });
        // Values come back as JSON.
        resource.setAll(World.json(resource.toString()));
    }

    private static void leavePools(ObjectNode resource) {
        resource.findParents("loadBalancerBackendAddressPools")
                .forEach(parent -> ((ObjectNode) parent).remove("loadBalancerBackendAddressPools"));
    }
}

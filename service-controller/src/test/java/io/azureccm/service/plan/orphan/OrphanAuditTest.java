package io.azureccm.service.plan.orphan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Orphan;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is an orphan and what is not, and how orphans are deleted. */
class OrphanAuditTest {
    private static final String INTERNAL = "azure-load-balancer-internal";

    private final World world = new World(2);
    private final OrphanWorld orphans = new OrphanWorld(world);

    @Test
    void aServiceThatVanishedUnseenLeavesEverythingItHadAsOrphans() {
        served("web");
        world.forget("web");
        String base = base("web");
        assertThat(orphans.orphans()).contains("loadBalancer kubernetes", "frontend " + base,
                "rule " + base + "-TCP-80", "probe " + base + "-TCP-80", "publicIPAddress kubernetes-" + base);
        assertThat(orphans.orphans()).anyMatch(text -> text.startsWith("securityRule k8s-azure-lb_allow_IPv4_"));
        assertThat(orphans.findings()).filteredOn(finding -> finding.orphan().kind() == Orphan.Kind.FRONTEND)
                .allSatisfy(finding -> assertThat(finding.orphan().owner()).isEqualTo("shop/web"));
    }

    @Test
    void besideALivingServiceOnlyWhatTheDeadOneHadIsAnOrphan() {
        served("web");
        served("api");
        world.forget("web");
        String base = base("web");
        assertThat(orphans.orphans()).containsExactlyInAnyOrder("frontend " + base, "rule " + base + "-TCP-80",
                "probe " + base + "-TCP-80", "publicIPAddress kubernetes-" + base);
    }

    @Test
    void aServiceThatIsThereOwnsWhatBearsItsNameEvenWhenItIsOfAnotherClass() {
        served("web");
        world.forget("web");
        orphans.alsoPresent("web");
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void aServiceThatIsRefusedHasNoOrphans() {
        served("web");
        world.service(web("web").annotation("azure-load-balancer-tcp-idle-timeout", "2").yaml());
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void whatPlansTakeDownIsLeavingAndNoOrphanYet() {
        served("web");
        world.gone("web");
        assertThat(orphans.orphans()).isEmpty();
        assertThat(orphans.leaving()).contains("frontend " + base("web"), "publicIPAddress kubernetes-" + base("web"));
    }

    @Test
    void aClusterWithoutServicesAndWithoutLeftoversHasNone() {
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void aPublicIpOfAnotherClusterAndWhatIsAtItAreForeign() {
        served("web");
        ip("web").withObject("/tags").put("k8s-azure-cluster-name", "blue");
        world.forget("web");
        assertThat(orphans.orphans()).isEmpty();
    }

    @Test
    void aPublicIpWithoutServiceTagIsTheUsers() {
        world.put(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"),
                "{\"tags\": {\"k8s-azure-cluster-name\": \"kubernetes\"}, \"properties\": {}}");
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void aPublicIpWithoutClusterTagIsOursOnlyByItsWholeName() {
        for (String name : List.of("kubernetes-" + base("web"), "kubernetes-" + base("web") + "x", "vip")) {
            world.put(ArmTypes.PUBLIC_IP, name,
                    "{\"tags\": {\"k8s-azure-service\": \"shop/web\"}, \"properties\": {}}");
        }
        assertThat(orphans.orphans()).containsExactly("publicIPAddress kubernetes-" + base("web"));
    }

    @Test
    void aPublicIpInUseElsewhereIsNone() {
        world.put(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"),
                """
                        {"tags": {"k8s-azure-service": "shop/web", "k8s-azure-cluster-name": "kubernetes"},
                         "properties": {"natGateway": {"id": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/natGateways/n"}}}""");
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void aPublicIpThatARefusedServiceAsksForIsNone() {
        world.put(ArmTypes.PUBLIC_IP, "vip",
                """
                        {"tags": {"k8s-azure-service": "shop/old", "k8s-azure-cluster-name": "kubernetes"}, "properties": {}}""");
        assertThat(orphans.orphans()).containsExactly("publicIPAddress vip");
        world.service(web("web").annotation("azure-pip-name", "vip")
                .annotation("azure-load-balancer-tcp-idle-timeout", "2")
                .yaml());
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void aFrontendThatALivingServiceSharesIsNoneButTheRulesOfTheDeadOneAre() {
        world.service(shared("web", 80).yaml());
        world.service(shared("api", 443).created("2026-01-02T00:00:00Z").yaml());
        world.converge();
        world.forget("web");
        assertThat(orphans.orphans()).containsExactlyInAnyOrder("rule " + base("web") + "-TCP-80",
                "probe " + base("web") + "-TCP-80");
    }

    @Test
    void aFrontendWithAnOutboundRuleOfSomebodyElseIsNone() {
        served("web");
        ObjectNode balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        ArmJson.properties(balancer)
                .putArray("outboundRules")
                .addObject()
                .put("name", "out")
                .withObject("/properties")
                .putArray("frontendIPConfigurations")
                .add(ArmJson.reference(
                        World.id(ArmTypes.LOAD_BALANCER, "kubernetes") + "/frontendIPConfigurations/" + base("web")));
        world.forget("web");
        assertThat(orphans.orphans()).containsExactlyInAnyOrder("rule " + base("web") + "-TCP-80",
                "probe " + base("web") + "-TCP-80");
    }

    @Test
    void rulesToPoolsOfAnotherNameAreAnotherClusters() {
        served("web");
        world.with("loadBalancerName", "shared");
        ObjectNode balancer = world.put(ArmTypes.LOAD_BALANCER, "shared",
                world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")
                        .orElseThrow()
                        .toString()
                        .replace("backendAddressPools/kubernetes", "backendAddressPools/blue"));
        world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PUBLIC_IP));
        world.resources().remove(World.id(ArmTypes.LOAD_BALANCER, "kubernetes"));
        world.forget("web");
        assertThat(ArmJson.list(balancer, "properties", "loadBalancingRules")).isNotEmpty();
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void aLoadBalancerOfAnotherNameIsNotLookedAt() {
        served("web");
        world.put(ArmTypes.LOAD_BALANCER, "kubernetes2",
                world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow().toString());
        world.resources().remove(World.id(ArmTypes.LOAD_BALANCER, "kubernetes"));
        world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PUBLIC_IP));
        world.forget("web");
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void aPrivateLinkServiceOfADeadServiceGoesWithItsFrontend() {
        world.service(web("web").annotation(INTERNAL, "true").annotation("azure-pls-create", "true").yaml());
        world.converge();
        world.forget("web");
        assertThat(orphans.orphans()).contains("privateLinkService pls-" + base("web"), "frontend " + base("web"),
                "loadBalancer kubernetes-internal");
        orphans.remove();
        assertThat(world.resources().keySet()).noneMatch(id -> id.hasType(ArmTypes.PRIVATE_LINK_SERVICE)
                || id.hasType(ArmTypes.LOAD_BALANCER));
    }

    @Test
    void aFrontendWithSomebodyElsesPrivateLinkServiceIsNone() {
        world.service(web("web").annotation(INTERNAL, "true").annotation("azure-pls-create", "true").yaml());
        world.converge();
        world.resourceIn("k8s", ArmTypes.PRIVATE_LINK_SERVICE, "pls-" + base("web")).orElseThrow().remove("tags");
        world.forget("web");
        assertThat(orphans.orphans()).noneMatch(text -> text.startsWith("frontend ") || text.startsWith("private")
                || text.startsWith("loadBalancer"));
    }

    @Test
    void aMachineInAPoolWithoutANodeIsToldOnceItStaysAndNeverDeleted() {
        served("web");
        world.forgetNode("vmss-a000001");
        assertThat(orphans.leaving()).containsExactly("poolMember 1");
        assertThat(orphans.plan().operations()).isEmpty();
    }

    @Test
    void removingOrphansSaysWhyAndLeavesTheLivingAsTheyAre() {
        served("web");
        served("api");
        world.forget("web");
        List<Operation> operations = orphans.remove().stream().flatMap(plan -> plan.operations().stream()).toList();
        assertThat(operations).isNotEmpty()
                .allSatisfy(operation -> assertThat(operation.changes()).extracting(Change::cause)
                        .allSatisfy(cause -> assertThat(cause.reason()).isIn("OrphanDeleted", "AddressReleased",
                                "DestinationsChanged", "PoolMembership")));
        assertThat(operations).filteredOn(operation -> operation.verb() == Operation.Verb.PUT)
                .allSatisfy(operation -> assertThat(operation.ifMatch()).isNotEmpty());
        assertThat(orphans.findings()).isEmpty();
        assertThat(world.plan().plan().operations()).as("what the living have is as it was").isEmpty();
    }

    @Test
    void aLoadBalancerThatIsAnOrphanGoesWithAllThatWasOnIt() {
        served("web");
        world.forget("web");
        orphans.remove();
        assertThat(world.resources().keySet()).noneMatch(
                id -> id.hasType(ArmTypes.LOAD_BALANCER) || id.hasType(ArmTypes.PUBLIC_IP));
        assertThat(ArmJson.list(world.resource(ArmTypes.SECURITY_GROUP, "k8s-nsg").orElseThrow(), "properties",
                "securityRules")).isEmpty();
    }

    private void served(String name) {
        world.service(web(name).yaml());
        world.converge();
    }

    private ObjectNode ip(String service) {
        return world.resources()
                .get(ArmId.parse(World.id(ArmTypes.PUBLIC_IP, "kubernetes-" + base(service)).toString()));
    }

    private static Services web(String name) {
        return Services.named(name).port("TCP", 80);
    }

    private static Services shared(String name, int port) {
        return Services.named(name)
                .port("TCP", port)
                .annotation(INTERNAL, "true")
                .annotation("azure-load-balancer-ipv4", "10.240.9.9");
    }

    private static String base(String service) {
        return ServiceNames.base(Services.uid(service));
    }
}

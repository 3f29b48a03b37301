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

/** What is an orphan and what is not, and what becomes of orphans when they are deleted. */
class OrphanAuditTest {
    private static final String INTERNAL = "azure-load-balancer-internal";

    private final World world = new World(2);
    private final OrphanWorld orphans = new OrphanWorld(world);

    @Test
    void a_service_that_vanished_unseen_leaves_everything_it_had_as_orphans() {
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
    void beside_a_living_service_only_what_the_dead_one_had_is_an_orphan() {
        served("web");
        served("api");
        world.forget("web");
        String base = base("web");
        assertThat(orphans.orphans()).containsExactlyInAnyOrder("frontend " + base, "rule " + base + "-TCP-80",
                "probe " + base + "-TCP-80", "publicIPAddress kubernetes-" + base);
    }

    @Test
    void a_service_that_is_there_owns_what_bears_its_name_even_when_it_is_of_another_class() {
        served("web");
        world.forget("web");
        orphans.alsoPresent("web");
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void a_service_that_is_refused_has_no_orphans() {
        served("web");
        world.service(web("web").annotation("azure-load-balancer-tcp-idle-timeout", "2").yaml());
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void what_the_passes_take_down_is_leaving_and_no_orphan_yet() {
        served("web");
        world.gone("web");
        assertThat(orphans.orphans()).isEmpty();
        assertThat(orphans.leaving()).contains("frontend " + base("web"), "publicIPAddress kubernetes-" + base("web"));
    }

    @Test
    void a_cluster_without_services_and_without_leftovers_has_none() {
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void a_public_ip_of_another_cluster_and_what_is_at_it_are_foreign() {
        served("web");
        ip("web").withObject("/tags").put("k8s-azure-cluster-name", "blue");
        world.forget("web");
        assertThat(orphans.orphans()).isEmpty();
    }

    @Test
    void a_public_ip_without_service_tag_is_the_users() {
        world.put(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"),
                "{\"tags\": {\"k8s-azure-cluster-name\": \"kubernetes\"}, \"properties\": {}}");
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void a_public_ip_without_cluster_tag_is_ours_only_by_its_whole_name() {
        for (String name : List.of("kubernetes-" + base("web"), "kubernetes-" + base("web") + "x", "vip")) {
            world.put(ArmTypes.PUBLIC_IP, name,
                    "{\"tags\": {\"k8s-azure-service\": \"shop/web\"}, \"properties\": {}}");
        }
        assertThat(orphans.orphans()).containsExactly("publicIPAddress kubernetes-" + base("web"));
    }

    @Test
    void a_public_ip_in_use_elsewhere_is_none() {
        world.put(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"),
                """
                        {"tags": {"k8s-azure-service": "shop/web", "k8s-azure-cluster-name": "kubernetes"},
                         "properties": {"natGateway": {"id": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/natGateways/n"}}}""");
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void a_public_ip_that_a_refused_service_asks_for_is_none() {
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
    void a_frontend_that_a_living_service_shares_is_none_but_the_rules_of_the_dead_one_are() {
        world.service(shared("web", 80).yaml());
        world.service(shared("api", 443).created("2026-01-02T00:00:00Z").yaml());
        world.converge();
        world.forget("web");
        assertThat(orphans.orphans()).containsExactlyInAnyOrder("rule " + base("web") + "-TCP-80",
                "probe " + base("web") + "-TCP-80");
    }

    @Test
    void a_frontend_with_an_outbound_rule_of_somebody_else_is_none() {
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
    void rules_to_pools_of_another_name_are_another_clusters() {
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
    void a_load_balancer_of_another_name_is_not_looked_at() {
        served("web");
        world.put(ArmTypes.LOAD_BALANCER, "kubernetes2",
                world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow().toString());
        world.resources().remove(World.id(ArmTypes.LOAD_BALANCER, "kubernetes"));
        world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PUBLIC_IP));
        world.forget("web");
        assertThat(orphans.findings()).isEmpty();
    }

    @Test
    void a_private_link_service_of_a_dead_service_goes_with_its_frontend() {
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
    void a_frontend_with_somebody_elses_private_link_service_is_none() {
        world.service(web("web").annotation(INTERNAL, "true").annotation("azure-pls-create", "true").yaml());
        world.converge();
        world.resourceIn("k8s", ArmTypes.PRIVATE_LINK_SERVICE, "pls-" + base("web")).orElseThrow().remove("tags");
        world.forget("web");
        assertThat(orphans.orphans()).noneMatch(text -> text.startsWith("frontend ") || text.startsWith("private")
                || text.startsWith("loadBalancer"));
    }

    @Test
    void a_machine_in_a_pool_without_a_node_is_told_once_it_stays_and_never_deleted() {
        served("web");
        world.forgetNode("vmss-a000001");
        assertThat(orphans.leaving()).containsExactly("poolMember 1");
        assertThat(orphans.plan().operations()).isEmpty();
    }

    @Test
    void removing_orphans_says_why_and_leaves_the_living_as_they_are() {
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
    void a_load_balancer_that_is_an_orphan_goes_with_all_that_was_on_it() {
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

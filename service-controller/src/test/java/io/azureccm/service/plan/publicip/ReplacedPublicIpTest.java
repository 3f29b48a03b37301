package io.azureccm.service.plan.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.Notice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A public IP that cannot be changed as requested is recreated under the same name, and its Service is served again. */
class ReplacedPublicIpTest {
    private static final String IP_TAGS = "azure-pip-ip-tags";

    private final World world = new World(2);

    @Test
    void otherIpTagsMakeThePublicIpAnewAndBringTheFrontendBack() {
        world.service(web().annotation(IP_TAGS, "A=1").yaml());
        world.converge();
        String before = address("web");
        world.service(web().annotation(IP_TAGS, "A=2,B=3").status(before).yaml());

        ServicePlan first = world.plan();
        assertThat(plannedService(first, "web").addresses()).isEmpty();
        assertThat(plannedService(first, "web").meanwhile()).contains(List.of());
        assertThat(plannedService(first, "web").notices()).singleElement()
                .satisfies(notice -> assertThat(notice.reason()).isEqualTo("PublicIPReplaced"));
        List<Plan> plans = world.converge();

        assertThat(plans.getFirst().operations()).as("no machine leaves the load balancer")
                .allMatch(operation -> operation.target().hasType(ArmTypes.LOAD_BALANCER)
                        && operation.verb() == Operation.Verb.PUT || operation.target().hasType(ArmTypes.PUBLIC_IP));
        assertThat(new PublicIp(null, publicIp("web")).ipTags()).isEqualTo(Map.of("A", "2", "B", "3"));
        assertThat(address("web")).isNotEqualTo(before);
        assertThat(plannedService(world.plan(), "web").notices()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"shop,false", "other,true"})
    void publicIpThatAServiceNamesWhichMayShareItIsNotReplaced(String namespace, boolean isReplaced) {
        world.tenants(new TenantPolicy(TenantPolicy.AdditionalAddresses.CHECKED,
                new TenantPolicy.Sharing(false, Set.of()), Optional.empty(), true));
        world.service(web().annotation(IP_TAGS, "A=1").yaml());
        world.converge();
        world.service(Services.named("refused")
                .in(namespace)
                .port("TCP", 81)
                .annotation("azure-load-balancer-ipv4", address("web"))
                .annotation("azure-load-balancer-tcp-idle-timeout", "2")
                .yaml());
        world.service(web().annotation(IP_TAGS, "A=2").status(address("web")).yaml());

        assertThat(plannedService(world.plan(), "web").notices()).extracting(Notice::reason)
                .containsExactly(isReplaced ? "PublicIPReplaced" : "IPTagsNotChanged");
    }

    @ParameterizedTest(name = "after {0} writes")
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void cutShortAtAnyPointItComesToTheSameEnd(int writes) {
        world.service(web().annotation(IP_TAGS, "A=1").yaml());
        world.service(Services.named("api").port("TCP", 81).yaml());
        world.converge();
        String other = address("api");
        world.service(web().annotation(IP_TAGS, "A=2").status(address("web")).yaml());
        int left = writes;
        while (left > 0) {
            List<Operation> ready = world.plan().plan().ready();
            if (ready.isEmpty())
                break;
            world.applyOne(ready.getFirst());
            left--;
        }
        world.converge();
        assertThat(new PublicIp(null, publicIp("web")).ipTags()).isEqualTo(Map.of("A", "2"));
        assertThat(plannedService(world.plan(), "web").addresses()).isPresent();
        assertThat(address("api")).isEqualTo(other);
    }

    @Test
    void emptyAnnotationTakesTheIpTagsAwayAndAnAbsentOneLeavesThem() {
        world.service(web().annotation(IP_TAGS, "A=1").yaml());
        world.converge();
        world.service(web().yaml());
        assertThat(world.plan().plan().operations()).isEmpty();
        world.service(web().annotation(IP_TAGS, "").yaml());
        world.converge();
        assertThat(new PublicIp(null, publicIp("web")).ipTags()).isEmpty();
    }

    @Test
    void orderOfIpTagsIsNoChange() {
        world.service(web().annotation(IP_TAGS, "B=2,A=1").yaml());
        world.converge();
        world.service(web().annotation(IP_TAGS, "A=1,B=2").yaml());
        assertThat(world.plan().plan().operations()).isEmpty();
    }

    @Test
    void ipTagsChangeInPlaceWhereTheCloudConfigAllowsIt() {
        world.service(web().annotation(IP_TAGS, "A=1").yaml());
        world.converge();
        world.with("enableIPTagMutationForExistingPublicIP", "true");
        world.service(web().annotation(IP_TAGS, "A=2").yaml());
        assertThat(world.plan().plan().operations()).singleElement().satisfies(operation -> {
            assertThat(operation.verb()).isEqualTo(Operation.Verb.PUT);
            assertThat(operation.body().at("/properties/ipTags/0/tag").asText()).isEqualTo("2");
        });
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {"shared|it is shared with shop/api", "wanted|it is shared with shop/api",
            "outbound|its frontend .* is used by outbound rule egress", "nat|it is attached to natGateways/egress",
            "named|it is not managed by this cluster", "linked|private link service"})
    void ipTagsStayWhereTheFrontendCouldNotBeTakenOff(String obstacle, String message) {
        world.put(ArmTypes.PUBLIC_IP, "mine",
                "{\"sku\": {\"name\": \"Standard\"}, \"properties\": {\"ipAddress\": \"20.9.0.1\"}}");
        Services web = obstacle.equals("named") ? web().annotation("azure-pip-name", "mine") : web();
        world.service(web.yaml());
        world.converge();
        hold(obstacle);
        if (obstacle.equals("linked"))
            web.annotation("azure-pls-create", "true").annotation("azure-disable-load-balancer-floating-ip", "true");
        world.service(web.annotation(IP_TAGS, "A=2").status(address("web")).yaml());
        ServicePlan plan = world.plan();
        assertThat(plan.plan().operations()).filteredOn(operation -> operation.verb() == Operation.Verb.DELETE)
                .isEmpty();
        assertThat(plannedService(plan, "web").addresses()).contains(List.of(address("web")));
        assertThat(plannedService(plan, "web").meanwhile()).isEmpty();
        assertThat(plannedService(plan, "web").notices()).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("IPTagsNotChanged");
            assertThat(notice.message()).containsPattern(message);
            assertThat(notice.inCondition()).isTrue();
        });
    }

    @Test
    void serviceThatIsToldToKeepItsIpTagsGetsItsFrontendBack() {
        world.service(web().annotation(IP_TAGS, "A=1").yaml());
        world.converge();
        String before = address("web");
        world.service(web().annotation(IP_TAGS, "A=2").yaml());
        world.plan()
                .plan()
                .ready()
                .stream()
                .filter(operation -> operation.target().hasType(ArmTypes.LOAD_BALANCER))
                .forEach(world::applyOne);
        world.keepIpTags();
        world.converge();
        assertThat(address("web")).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}: {1} to {2}")
    @CsvSource(delimiter = '|', value = {"external|IPv4|IPv4,IPv6", "external|IPv4,IPv6|IPv4",
            "external|IPv6|IPv6,IPv4",
            "external|IPv6,IPv4|IPv6", "internal|IPv4|IPv4,IPv6", "internal|IPv4,IPv6|IPv4", "internal|IPv6|IPv6,IPv4",
            "internal|IPv6,IPv4|IPv6"})
    void serviceThatGainsOrLosesAFamilyEndsWithOneFrontendPerFamily(String kind, String before,
            String after) {
        world.subnet("k8s-subnet", "10.240.0.0/16");
        boolean internal = kind.equals("internal");
        world.service(families(before, internal).yaml());
        world.converge();
        world.service(families(after, internal).yaml());
        world.converge();
        int count = after.split(",").length;
        assertThat(ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, internal ? "kubernetes-internal" : "kubernetes")
                .orElseThrow(), "properties", "frontendIPConfigurations")).hasSize(count);
        assertThat(world.resources().keySet().stream().filter(id -> id.hasType(ArmTypes.PUBLIC_IP)))
                .hasSize(internal ? 0 : count);
        List<String> addresses = plannedService(world.plan(), "web").addresses().orElseThrow();
        assertThat(addresses.stream().filter(ip -> ip.contains(":")).count()).isEqualTo(after.contains("6") ? 1 : 0);
        assertThat(addresses).hasSize(count);
        world.gone("web");
        world.converge();
        assertThat(world.resources().keySet()).noneMatch(
                id -> id.hasType(ArmTypes.PUBLIC_IP) || id.hasType(ArmTypes.LOAD_BALANCER));
    }

    @Test
    void namedPublicIpOfTheWrongFamilyIsRefused() {
        world.put(ArmTypes.PUBLIC_IP, "mine",
                "{\"sku\": {\"name\": \"Standard\"}, \"properties\": {\"ipAddress\": \"20.9.0.1\"}}");
        world.service(web().annotation("azure-pip-name", "mine").spec("ipFamilies: [IPv6]").yaml());
        assertThat(world.plan().plan().operations()).isEmpty();
        assertThat(world.plan().plan().refusals()).singleElement()
                .satisfies(
                        refusal -> assertThat(refusal.message())
                                .contains("public IP \"mine\" is IPv4, but IPv6 is needed"));
    }

    @Test
    void statusListsAddressesInTheOrderOfTheFrontendsThenAdditionalOnes() {
        world.service(families("IPv6", false).yaml());
        world.converge();
        ObjectNode balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        assertThat(ArmJson.list(balancer, "properties", "frontendIPConfigurations")).hasSize(1);
        world.service(families("IPv4,IPv6", false).annotation("azure-additional-public-ips", "1.2.3.4").yaml());
        world.converge();
        List<ObjectNode> frontends = ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow(),
                "properties", "frontendIPConfigurations");
        ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow())
                .set("frontendIPConfigurations", ArmJson.array(frontends.reversed()));
        List<String> expected = frontends.reversed()
                .stream()
                .map(frontend -> new Frontend(null, frontend).publicIpId()
                        .replaceAll(".*/", ""))
                .map(name -> world.resource(ArmTypes.PUBLIC_IP, name).orElseThrow())
                .map(ip -> new PublicIp(null, ip).address())
                .toList();
        assertThat(plannedService(world.plan(), "web").addresses().orElseThrow())
                .containsExactly(expected.get(0), expected.get(1), "1.2.3.4");
    }

    private void hold(String obstacle) {
        ObjectNode balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        switch (obstacle) {
            case "shared" -> {
                world.service(Services.named("api").port("TCP", 81).spec("loadBalancerIP: " + address("web")).yaml());
                world.converge();
            }
            case "wanted" -> world.service(Services.named("api")
                    .port("TCP", 81)
                    .annotation("azure-pip-name", "kubernetes-" + base("web"))
                    .yaml());
            case "outbound" -> ArmJson.properties(balancer)
                    .putArray("outboundRules")
                    .add(ArmJson.object()
                            .put("name", "egress")
                            .set("properties",
                                    ArmJson.object()
                                            .set("frontendIPConfigurations", ArmJson.array(List.of(ArmJson.reference(
                                                    ArmJson.text(balancer, "id") + "/frontendIPConfigurations/"
                                                            + base("web")))))));
            case "nat" -> ArmJson.properties(publicIp("web"))
                    .putObject("natGateway")
                    .put("id", "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/natGateways/egress");
            default -> {
            }
        }
    }

    private static Services families(String families, boolean internal) {
        Services service = web().spec("ipFamilies: [" + families + "]");
        return internal ? service.annotation("azure-load-balancer-internal", "true") : service;
    }

    private ObjectNode publicIp(String service) {
        return world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base(service)).orElseThrow();
    }

    private String address(String service) {
        return plannedService(world.plan(), service).addresses()
                .map(List::getFirst)
                .orElseGet(() -> new PublicIp(null, publicIp(service)).address());
    }

    private static PlannedService plannedService(ServicePlan plan, String service) {
        return Optional.ofNullable(plan.plannedServices().get(Services.uid(service))).orElseThrow();
    }

    private static String base(String service) {
        return ServiceNames.base(Services.uid(service));
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}

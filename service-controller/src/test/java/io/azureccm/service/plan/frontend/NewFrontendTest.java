package io.azureccm.service.plan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subnet, address and zones of internal frontends that are made, or made anew. */
class NewFrontendTest extends SharedFrontendFixture {
    private static final String SUBNET = "azure-load-balancer-internal-subnet";
    private static final ArmId NETWORK = World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet");

    NewFrontendTest() {
        world.subnet("apps", "10.241.0.0/16");
    }

    @Test
    void annotationThatNamesTheSubnetWhereTheServiceIsChangesNeitherAddressesNorZones() {
        ArmJson.properties(world.subnetBody("k8s-subnet")).putArray("addressPrefixes").add("fd00::/64");
        serve(dualStack());
        internal().forEach(frontend -> frontend.putArray("zones").add("2"));
        List<String> before = internal().stream().map(NewFrontendTest::addressAndZones).toList();

        serve(dualStack().annotation(SUBNET, "k8s-subnet"));
        assertThat(frontends("kubernetes-internal")).containsExactly(base("web") + "-k8s-subnet",
                base("web") + "-k8s-subnet-IPv6");
        assertThat(internal()).extracting(NewFrontendTest::addressAndZones).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"standard, '', '[\"1\",\"2\",\"3\"]'", "basic, '', ''", "standard, edge, ''"})
    void frontendOfAServiceThatBecomesInternalHasZonesWhereAzureHasThem(String sku, String edge, String zones) {
        world.with("loadBalancerSku", sku);
        if (!edge.isEmpty())
            world.with("extendedLocationName", edge).with("extendedLocationType", "EdgeZone");
        serve(Services.named("web").port("TCP", 80));
        serve(web());
        assertThat(internal()).singleElement()
                .satisfies(frontend -> assertThat(frontend.path("zones").toString()).isEqualTo(zones));
    }

    @Test
    void frontendStaysInItsSubnetThoughTheCloudConfigNamesAnother() {
        serve(web());
        world.with("subnetName", "apps");
        assertThat(world.converge()).isEmpty();
    }

    @Test
    void frontendInTheSubnetOfTheAnnotationStaysAsItIsAndReturnsThereIfSomebodyMovesIt() {
        serve(web().annotation(SUBNET, "apps"));
        assertThat(property("privateIPAllocationMethod")).isEqualTo("Dynamic");
        String there = property("subnet", "id");
        ArmJson.properties(internal().getFirst())
                .set("subnet", ArmJson.reference(NETWORK.child("subnets", "k8s-subnet").toString()));
        world.converge();
        assertThat(property("subnet", "id")).isEqualTo(there).endsWith("/apps");
    }

    @ParameterizedTest
    @CsvSource({"subnet, 'subnet is null'", "zones, 'locations is null'"})
    void frontendIsNotMadeWhileItsSubnetOrTheZonesCannotBeRead(String what, String why) {
        world.service(web().yaml());
        world.breaks(what.equals("subnet")
                ? NETWORK.child("subnets", "k8s-subnet")
                : ObservedState.regions(World.SUBSCRIPTION), why);
        assertThat(world.plan().plan().refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal).extracting(Refusal::code, Refusal::subject)
                    .containsExactly("ResourceUnreadable", "shop/web");
            assertThat(refusal.message()).contains(why);
        });
        assertThat(world.converge()).isEmpty();
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80).annotation(INTERNAL, "true");
    }

    private static Services dualStack() {
        return web().spec("ipFamilies: [IPv4, IPv6]").spec("ipFamilyPolicy: RequireDualStack");
    }

    private void serve(Services service) {
        world.service(service.yaml());
        world.converge();
    }

    private List<ObjectNode> internal() {
        return ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes-internal").orElseThrow(), "properties",
                "frontendIPConfigurations");
    }

    private String property(String... path) {
        return ArmJson.text(ArmJson.properties(internal().getFirst()), path);
    }

    private static String addressAndZones(ObjectNode frontend) {
        return ArmJson.text(frontend, "properties", "privateIPAddress") + " " + frontend.path("zones");
    }
}

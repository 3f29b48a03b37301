package io.azureccm.service.plan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frontends and addresses that a Service cannot have or change, because somebody else uses them. */
class FrontendsInUseTest extends SharedFrontendFixture {
    /** A mistake that leaves the rules of a Service as they are. */
    private static final String MISTAKE = "azure-load-balancer-tcp-idle-timeout";

    @Test
    void frontendThatARefusedServiceUsesKeepsItsAddressAndItsOwnerIsTold() {
        shareWithARefusedService();
        web("other");
        assertThat(world.plan().plan().refusals()).filteredOn(refusal -> refusal.subject().equals("shop/web"))
                .containsExactly(new Refusal("FrontendInUse", "shop/web", "frontend " + base("web")
                        + " cannot change its address: rule " + base("api")
                        + "-TCP-81 of a refused Service still uses it"));
        assertThat(world.converge()).isEmpty();
    }

    @Test
    void frontendThatARefusedServiceUsesIsSharedWhileItsOwnerIsElsewhere() {
        shareWithARefusedService();
        world.service(Services.named("host").port("TCP", 83).annotation("azure-pip-name", "other").yaml());
        world.converge();
        web("other");
        share("named", "more", 82, "02");
        world.converge();
        assertThat(frontends("kubernetes")).containsExactlyInAnyOrder(base("web"), base("host"));
        assertThat(addresses("web")).containsExactly("20.9.0.2");
        assertThat(addresses("more")).containsExactly("20.9.0.1");
    }

    /** "mine" is shared by "web", whose name the frontend has, and by "api", which is refused then. */
    private void shareWithARefusedService() {
        world.put(ArmTypes.PUBLIC_IP, "other", MINE.replace("20.9.0.1", "20.9.0.2"));
        share("named", "web", 80, "00");
        world.converge();
        share("named", "api", 81, "01");
        world.converge();
        world.service(Services.named("api")
                .port("TCP", 81)
                .created("2026-01-01T00:00:01Z")
                .annotation("azure-pip-name", "mine")
                .annotation(MISTAKE, "2")
                .yaml());
    }

    private void web(String publicIp) {
        world.service(Services.named("web")
                .port("TCP", 80)
                .created("2026-01-01T00:00:00Z")
                .annotation("azure-pip-name", publicIp)
                .yaml());
    }

    @Test
    void generatedPublicIpStaysForARefusedServiceWhoseFrontendHasIt() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        String address = addresses("web").getFirst();
        Services api = Services.named("api").port("TCP", 81).spec("loadBalancerIP: " + address);
        world.service(api.yaml());
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE);
        web("mine");
        world.converge();
        assertThat(frontends("kubernetes")).containsExactlyInAnyOrder(base("web"), base("api"));
        world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"))
                .orElseThrow()
                .set("tags", World
                        .json("{\"k8s-azure-cluster-name\": \"kubernetes\", \"k8s-azure-service\": \"shop/web\"}"));
        world.service(api.annotation("azure-load-balancer-resource-group", "a/b").yaml());
        world.gone("web");
        world.converge();
        assertThat(frontends("kubernetes")).containsExactly(base("api"));
        assertThat(world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web")).map(ResourceTags::of))
                .hasValueSatisfying(tags -> assertThat(tags).containsEntry("k8s-azure-service", "shop/api"));
    }

    @Test
    void generatedPublicIpThatSomebodyAttachedElsewhereIsRefusedWithTheFrontendThatHasIt() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        ObjectNode balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        ObjectNode theirs = world.put(ArmTypes.LOAD_BALANCER, "theirs", "{\"sku\": {\"name\": \"Standard\"}}");
        ArmJson.properties(theirs)
                .putArray("frontendIPConfigurations")
                .add(ArmJson.list(balancer, "properties", "frontendIPConfigurations").getFirst().put("name", "x"));
        world.resources().remove(World.id(ArmTypes.LOAD_BALANCER, "kubernetes"));
        world.converge();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).isEmpty();
        assertThat(world.plan().plan().refusals()).singleElement()
                .extracting(Refusal::message)
                .asString()
                .startsWith(
                        "service \"web\" specifies an IP that resides on load balancer \"theirs\", as frontend x: use"
                                + " another address, or remove it from that frontend");
    }

    @Test
    void serviceMaySpecifyTheAddressThatAnInternalServiceWasGivenByAzure() {
        world.service(Services.named("web").port("TCP", 80).annotation(INTERNAL, "true").yaml());
        world.converge();
        String address = addresses("web").getFirst();
        world.service(Services.named("api")
                .port("TCP", 81)
                .annotation(INTERNAL, "true")
                .spec("loadBalancerIP: " + address)
                .created("2025-01-01T00:00:00Z")
                .yaml());
        world.converge();
        assertThat(frontends("kubernetes-internal")).containsExactly(base("web"));
        assertThat(addresses("api")).containsExactly(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kubernetes", "kubernetes-internal"})
    void serviceShowsNoAddressWhileABasicLoadBalancerIsReplaced(String balancer) {
        world.with("loadBalancerSku", "basic");
        world.service((balancer.equals("kubernetes")
                ? Services.named("web").port("TCP", 80)
                : Services.named("web").port("TCP", 80).annotation(INTERNAL, "true")).yaml());
        world.converge();
        world.with("loadBalancerSku", "standard");
        assertThat(world.plan().plannedServices().get(Services.uid("web")).addresses()).isEqualTo(Optional.empty());
        world.converge();
        assertThat(addresses("web")).hasSize(1);
    }
}

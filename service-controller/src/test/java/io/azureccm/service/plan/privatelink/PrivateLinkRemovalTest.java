package io.azureccm.service.plan.privatelink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.plan.Services;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a private link service is deleted, what is deleted with it, and which Services are not affected. */
class PrivateLinkRemovalTest extends PrivateLinkFixture {
    @Test
    void removingTheAnnotationRemovesThePrivateLinkServiceAndItsConnections() {
        serve(web());
        connect(LINK);
        world.service(plain("web").yaml());
        Plan plan = world.converge().getFirst();
        assertThat(plan.operations()).extracting(operation -> operation.target().shortName())
                .containsExactly("privateLinkServices/" + LINK + "/privateEndpointConnections/ep.1",
                        "privateLinkServices/" + LINK);
        assertThat(names()).isEmpty();
    }

    @Test
    void sharedPrivateLinkServiceStaysWhileSomebodyAsksForIt() {
        world.service(sharing("web", 80).annotation("azure-pls-create", "true").yaml());
        world.service(sharing("api", 81).annotation("azure-pls-create", "true").yaml());
        world.converge();
        world.gone("web");
        world.converge();
        assertThat(names()).containsExactly(LINK);
        world.service(sharing("api", 81).annotation("azure-pls-create", "true")
                .annotation("azure-load-balancer-tcp-idle-timeout", "1")
                .yaml());
        world.converge();
        assertThat(names()).as("while it is not known what the other Service wants").containsExactly(LINK);
        world.service(sharing("api", 81).yaml());
        world.converge();
        assertThat(names()).isEmpty();
    }

    @Test
    void deletionTakesAPrivateLinkServiceThatCouldNotBeMadeAndIsAtNoFrontend() {
        serve(web());
        ObjectNode failed = link(LINK);
        failed.withObjectProperty("properties")
                .put("provisioningState", "Failed")
                .remove("loadBalancerFrontendIpConfigurations");
        world.converge();
        assertThat(names()).as("its Service is still there").containsExactly(LINK);
        world.gone("web");
        world.converge();
        assertThat(names()).isEmpty();
    }

    @Test
    void brokenAnnotationNeverRemovesAPrivateLinkService() {
        serve(web());
        world.service(web().annotation("azure-pls-ip-configuration-ip-address-count", "99").yaml());
        world.converge();
        assertThat(names()).containsExactly(LINK);
    }

    @ParameterizedTest(name = "named {0}")
    @CsvSource({"false", "true"})
    void serviceThatChangesItsSubnetGetsANewOneAfterTheOldOneIsGone(boolean named) {
        world.subnet("ilb", "10.251.0.0/24");
        Services service = named ? web().annotation("azure-pls-name", "mine") : web();
        serve(service);
        serve(service.annotation("azure-load-balancer-internal-subnet", "ilb"));
        assertThat(names()).containsExactly(named ? "mine" : LINK + "-ilb");
        assertThat(PrivateLink.of(link(named ? "mine" : LINK + "-ilb")).frontends()).extracting(ArmId::name)
                .containsExactly(WEB + "-ilb");
    }

    @Test
    void deletionTakesThePrivateLinkServiceBeforeItsFrontendAndKeepsOthersGoing() {
        serve(web());
        serve(internal("api", 81));
        connect(LINK);
        world.gone("web");
        world.service(internal("api", 82).yaml());
        List<Plan> plans = world.converge();
        assertThat(plans).hasSize(2);
        Operation balancer = plans.getFirst().operations().getFirst();
        assertThat(balancer.target().name()).isEqualTo("kubernetes-internal");
        assertThat(balancer.changes()).allSatisfy(change -> assertThat(change.name()).doesNotStartWith(WEB));
        assertThat(names()).isEmpty();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes-internal").orElseThrow().toString())
                .doesNotContain(WEB);
    }

    @Test
    void deletionAloneWritesTheLoadBalancerOnce() {
        serve(web());
        serve(internal("api", 81));
        assertThat(world.plan().needsAnotherPlan()).isFalse();
        world.gone("web");
        assertThat(world.plan().needsAnotherPlan()).isTrue();
        assertThat(world.plan().plannedServices().get(Services.uid("web")).waiting()).isPresent();
        List<String> writes = world.converge()
                .stream()
                .flatMap(plan -> plan.operations().stream())
                .map(operation -> operation.verb() + " " + operation.target().shortName())
                .toList();
        assertThat(writes).containsExactly("DELETE privateLinkServices/" + LINK,
                "PUT loadBalancers/kubernetes-internal");
    }

    @Test
    void frontendOfADeletedServiceStaysWithAPrivateLinkServiceOfSomebodyElse() {
        serve(internal("web", 80));
        theirs("{\"k8s-azure-cluster-name\": \"blue\"}");
        world.gone("web");
        world.converge();
        assertThat(names()).containsExactly("theirs");
        assertThat(world.plan().plannedServices().get(Services.uid("web")).waiting()).isEmpty();
        assertThat(
                ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes-internal").orElseThrow(), "properties",
                        "loadBalancingRules"))
                .isEmpty();
    }

    @Test
    void externalServiceKeepsItsPublicIpUntilThePrivateLinkServiceIsGone() {
        world.service(Services.named("web")
                .port("TCP", 80)
                .annotation("azure-disable-load-balancer-floating-ip", "true")
                .annotation("azure-pls-create", "true")
                .yaml());
        world.converge();
        assertThat(names()).containsExactly(LINK);
        world.gone("web");
        assertThat(world.plan().plan().operations())
                .noneMatch(operation -> operation.target().hasType(ArmTypes.PUBLIC_IP));
        world.converge();
        assertThat(world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + WEB)).isEmpty();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).isEmpty();
    }

    private void connect(String name) {
        ArmJson.properties(link(name)).putArray("privateEndpointConnections").addObject().put("name", "ep.1");
    }
}

package io.azureccm.service.plan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.plan.Services;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first Service of a shared frontend moves elsewhere, and the others keep what they share. */
class SharedFrontendOwnerTest extends SharedFrontendFixture {
    @ParameterizedTest
    @ValueSource(strings = {"named", "by address", "private"})
    void frontendKeepsTheNameOfItsFirstServiceUntilTheLastOneGoes(String how) {
        share(how, "web", 80, "01");
        world.converge();
        share(how, "api", 81, "02");
        share(how, "old", 82, "00");
        world.converge();
        String balancer = how.equals("private") ? "kubernetes-internal" : "kubernetes";
        assertThat(frontends(balancer)).containsExactly(base("web"));
        for (String name : List.of("web", "old")) {
            world.gone(name);
            world.converge();
            world.forget(name);
            assertThat(frontends(balancer)).containsExactly(base("web"));
            assertThat(addresses("api")).hasSize(1);
        }
        world.gone("api");
        world.converge();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, balancer)).isEmpty();
        assertThat(publicIps()).isEqualTo(how.equals("private") ? Set.of() : Set.of("mine"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "02"})
    void firstServiceThatMovesToAnotherAddressLeavesTheOthersAtTheirs(String age) {
        world.put(ArmTypes.PUBLIC_IP, "other", MINE.replace("20.9.0.1", "20.9.0.2"));
        share("named", "web", 80, "01");
        world.converge();
        share("named", "api", 81, age);
        world.converge();
        world.service(Services.named("web")
                .port("TCP", 80)
                .created("2026-01-01T00:00:01Z")
                .annotation("azure-pip-name", "other")
                .yaml());
        world.converge();
        assertThat(addresses("web")).containsExactly("20.9.0.2");
        assertThat(addresses("api")).containsExactly("20.9.0.1");
        assertThat(frontends("kubernetes")).containsExactlyInAnyOrder(base("web"), base("api"));
    }

    @Test
    void firstServiceThatMovesToAnotherPrivateAddressLeavesTheOthersAtTheirs() {
        share("private", "web", 80, "01");
        world.converge();
        share("private", "api", 81, "00");
        world.converge();
        world.service(Services.named("web")
                .port("TCP", 80)
                .created("2026-01-01T00:00:01Z")
                .annotation(INTERNAL, "true")
                .annotation("azure-load-balancer-ipv4", "10.240.9.8")
                .yaml());
        world.converge();
        assertThat(addresses("web")).containsExactly("10.240.9.8");
        assertThat(addresses("api")).containsExactly("10.240.9.9");
        assertThat(frontends("kubernetes-internal")).containsExactlyInAnyOrder(base("web"), base("api"));
    }

    @Test
    void serviceThatSharesAGeneratedPublicIpKeepsItWhenItsFirstServiceGoes() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        String address = addresses("web").getFirst();
        world.service(Services.named("api").port("TCP", 81).spec("loadBalancerIP: " + address).yaml());
        world.converge();
        assertThat(tags()).containsEntry("k8s-azure-service", "shop/web,shop/api");
        world.gone("web");
        world.converge();
        world.forget("web");
        assertThat(tags()).containsEntry("k8s-azure-service", "shop/api");
        assertThat(addresses("api")).containsExactly(address);
        world.service(Services.named("api").port("TCP", 81).yaml());
        world.converge();
        assertThat(publicIps()).as("the shared one is not needed any more")
                .containsExactly("kubernetes-" + base("api"));
        assertThat(frontends("kubernetes")).containsExactly(base("api"));
    }

    @Test
    void serviceThatTurnsInternalLeavesItsPublicIpToTheOthers() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        String address = addresses("web").getFirst();
        world.service(Services.named("api").port("TCP", 81).spec("loadBalancerIP: " + address).yaml());
        world.converge();
        world.service(Services.named("web").port("TCP", 80).annotation(INTERNAL, "true").yaml());
        assertThat(world.plan().plannedServices().get(Services.uid("web")).notices()).singleElement()
                .satisfies(notice -> assertThat(notice.reason()).isEqualTo("DeletingFrontendIPConfiguration"));
        world.converge();
        assertThat(addresses("api")).containsExactly(address);
        assertThat(tags()).containsEntry("k8s-azure-service", "shop/api");
    }

    private Map<String, String> tags() {
        return ResourceTags.of(world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web")).orElseThrow());
    }
}

package io.azureccm.service.plan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first Service of a shared frontend goes elsewhere, and the others keep what they share. */
class SharedFrontendOwnerTest {
    private static final String INTERNAL = "azure-load-balancer-internal";

    private static final String MINE = """
            {"sku": {"name": "Standard"}, "properties": {"ipAddress": "20.9.0.1", "publicIPAddressVersion": "IPv4"}}""";

    private final World world = new World(1);

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

    private void share(String how, String name, int port, String age) {
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE);
        Services service = Services.named(name).port("TCP", port).created("2026-01-01T00:00:" + age + "Z");
        world.service((switch (how) {
            case "named" -> service.annotation("azure-pip-name", "mine");
            case "by address" -> service.spec("loadBalancerIP: 20.9.0.1");
            default -> service.annotation(INTERNAL, "true").annotation("azure-load-balancer-ipv4", "10.240.9.9");
        }).yaml());
        if (how.equals("private"))
            world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PUBLIC_IP));
    }

    private List<String> addresses(String service) {
        return world.plan().plannedServices().get(Services.uid(service)).addresses().orElseThrow();
    }

    private List<String> frontends(String balancer) {
        return ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, balancer).orElseThrow(), "properties",
                "frontendIPConfigurations").stream().map(ArmJson::name).toList();
    }

    private Map<String, String> tags() {
        return ResourceTags.of(world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web")).orElseThrow());
    }

    private Set<String> publicIps() {
        return world.resources()
                .keySet()
                .stream()
                .filter(id -> id.hasType(ArmTypes.PUBLIC_IP))
                .map(id -> id.name())
                .collect(Collectors.toSet());
    }

    private static String base(String service) {
        return ServiceNames.base(Services.uid(service));
    }
}

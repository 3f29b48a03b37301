package io.azureccm.service.plan.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only the Service that a frontend belongs to configures its private link service, whoever else shares the frontend. */
class SharedPrivateLinkTest {
    private static final String FRONTEND = ServiceNames.base(Services.uid("web"));
    private static final String LINK = "pls-" + FRONTEND;

    private final World world = new World(1);

    @BeforeEach
    void owner() {
        world.service(web().yaml());
        world.converge();
    }

    @ParameterizedTest(name = "created {1} in {0}")
    @CsvSource(delimiter = '|', value = {
            "team-a|2026-01-02|LB frontend(FRONTEND) belongs to Service team-a/web, which decides",
            "team-b|2026-01-02|LB frontend(FRONTEND) belongs to a Service of another namespace, which decides",
            "team-b|2025-01-02|LB frontend(FRONTEND) belongs to a Service of another namespace, which decides"})
    void sharerCannotPublishTheFrontend(String namespace, String created, String message) {
        world.service(guest(namespace).created(created + "T00:00:00Z").annotation("azure-pls-create", "true").yaml());
        world.converge();
        assertThat(links()).isEmpty();
        assertThat(refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.subject()).isEqualTo(namespace + "/guest");
            assertThat(refusal.code()).isEqualTo("PrivateLinkNotOwned");
            assertThat(refusal.message()).contains("azure-pls-create", message.replace("FRONTEND", FRONTEND));
        });
        assertThat(rules()).as("what else it asks for").anyMatch(rule -> rule.contains("81"));
    }

    @Test
    void sharerUsesThatOfTheOwner() {
        world.service(guest("team-b").annotation("azure-pls-create", "true").yaml());
        world.service(web().annotation("azure-pls-create", "true").yaml());
        world.converge();
        assertThat(links()).containsExactly(LINK);
        assertThat(link(LINK).owner()).isEqualTo("team-a/web");
        assertThat(refusals()).isEmpty();
    }

    @Test
    void sharerIsToldNoNameOfAnotherNamespace() {
        world.service(web().annotation("azure-pls-create", "true").yaml());
        world.service(
                guest("team-b").annotation("azure-pls-create", "true").annotation("azure-pls-fqdns", "a.com").yaml());
        for (int i = 0; i < 2; i++) {
            assertThat(refusals()).singleElement()
                    .satisfies(refusal -> assertThat(refusal.message())
                            .contains("owned by service(of another namespace)")
                            .doesNotContain("team-a"));
            world.converge();
        }
    }

    @Test
    void sharerWaitsForThatOfAnOwnerWhoIsRefused() {
        world.subnet("nowhere", null);
        world.service(web().annotation("azure-pls-create", "true")
                .annotation("azure-pls-ip-configuration-subnet", "nowhere")
                .yaml());
        world.service(guest("team-b").annotation("azure-pls-create", "true").yaml());
        world.converge();
        assertThat(links()).isEmpty();
        assertThat(refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.subject()).isEqualTo("team-a/web"));
        assertThat(world.plan().plannedServices().get(Services.uid("guest")).waiting()).isPresent();
    }

    @Test
    void oldestSharerDecidesOnceTheOwnerIsGone() {
        world.service(guest("team-b").annotation("azure-pls-create", "true").yaml());
        world.converge();
        world.gone("web");
        world.converge();
        assertThat(links()).containsExactly(LINK);
        assertThat(link(LINK).owner()).isEqualTo("team-b/guest");
    }

    @Test
    void ownersPrivateLinkServiceGoesAlthoughASharerOfAnotherNamespaceRequestsOne() {
        world.service(web().annotation("azure-pls-create", "true").yaml());
        world.service(guest("team-b").annotation("azure-pls-create", "true").yaml());
        world.converge();
        world.service(web().yaml());
        world.converge();
        assertThat(links()).isEmpty();
    }

    @Test
    void thatOfASharerFromBeforeStaysAsItIsWhileItIsRequested() {
        fromBefore();
        ObjectNode before = link("before").json().deepCopy();
        world.service(guest("team-b").annotation("azure-pls-create", "true")
                .annotation("azure-pls-name", "before")
                .annotation("azure-pls-visibility", "*")
                .yaml());
        world.converge();
        assertThat(link("before").json()).isEqualTo(before);
        assertThat(refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo("PrivateLinkNotOwned"));
        world.service(guest("team-b").yaml());
        world.converge();
        assertThat(links()).isEmpty();
    }

    @Test
    void ownerTakesThatOfASharerFromBeforeOver() {
        fromBefore();
        world.service(guest("team-b").annotation("azure-pls-create", "true").yaml());
        world.service(web().annotation("azure-pls-create", "true")
                .annotation("azure-pls-name", "before")
                .annotation("azure-pls-fqdns", "web.example")
                .yaml());
        world.converge();
        assertThat(links()).containsExactly("before");
        assertThat(link("before").owner()).isEqualTo("team-a/web");
        assertThat(ArmJson.texts(link("before").json(), "properties", "fqdns")).containsExactly("web.example");
        assertThat(refusals()).isEmpty();
    }

    /** A private link service that the Service "guest" of team-b created at the frontend of "web". */
    private void fromBefore() {
        world.put(ArmTypes.PRIVATE_LINK_SERVICE, "before", """
                {"tags": {"k8s-azure-cluster-name": "kubernetes", "k8s-azure-owner-service": "team-b/guest"},
                 "properties": {"loadBalancerFrontendIpConfigurations": [{"id": "%s"}]}}"""
                .formatted(World.id(ArmTypes.LOAD_BALANCER, "kubernetes-internal") + "/frontendIPConfigurations/"
                        + FRONTEND));
    }

    private PrivateLink link(String name) {
        return PrivateLink.of(world.resource(ArmTypes.PRIVATE_LINK_SERVICE, name).orElseThrow());
    }

    private List<String> links() {
        return world.resources()
                .keySet()
                .stream()
                .filter(id -> id.hasType(ArmTypes.PRIVATE_LINK_SERVICE))
                .map(ArmId::name)
                .toList();
    }

    private List<String> rules() {
        return ArmJson
                .list(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes-internal").orElseThrow(), "properties",
                        "loadBalancingRules")
                .stream()
                .map(ArmJson::name)
                .toList();
    }

    private List<Refusal> refusals() {
        return world.plan().plan().refusals();
    }

    private static Services web() {
        return internal("web", "team-a", 80);
    }

    private static Services guest(String namespace) {
        return internal("guest", namespace, 81).created("2026-01-02T00:00:00Z");
    }

    private static Services internal(String name, String namespace, int port) {
        return Services.named(name)
                .in(namespace)
                .port("TCP", port)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-load-balancer-ipv4", "10.240.9.9");
    }
}

package io.azureccm.service.plan.privatelink;

import io.azureccm.service.plan.GoldenPlanTest;
import io.azureccm.service.plan.GoldenPlanTest.Scenario;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The printed plans around private links, as {@link GoldenPlanTest} keeps them. */
class GoldenPrivateLinkPlanTest {
    private static final String INTERNAL = "azure-load-balancer-internal";

    private static final List<Scenario> SCENARIOS = List.of(
            new Scenario("private-link-made", world -> {}, world -> world.service(linked()
                    .annotation("azure-pls-ip-configuration-ip-address-count", "2")
                    .annotation("azure-pls-visibility", "*")
                    .yaml())),
            new Scenario("private-link-changed", world -> world.service(linked().status("10.240.1.5").yaml()),
                    world -> world.service(linked().status("10.240.1.5")
                            .annotation("azure-pls-proxy-protocol", "true")
                            .annotation("azure-pls-auto-approval", "s1")
                            .yaml())),
            new Scenario("private-link-shared", world -> world.service(sharing(linked()).yaml()),
                    world -> world.service(sharing(Services.named("api").port("TCP", 443))
                            .created("2026-01-02T00:00:00Z")
                            .annotation("azure-pls-create", "true")
                            .yaml())),
            new Scenario("private-link-refused", world -> world.service(sharing(linked()).yaml()),
                    world -> world.service(sharing(Services.named("api").port("TCP", 443))
                            .created("2026-01-02T00:00:00Z")
                            .annotation("azure-pls-create", "true")
                            .annotation("azure-pls-fqdns", "api.example")
                            .yaml())),
            new Scenario("private-link-not-wanted", world -> world.service(linked().status("10.240.1.5").yaml()),
                    world -> world.service(
                            Services.named("web")
                                    .port("TCP", 80)
                                    .annotation(INTERNAL, "true")
                                    .status("10.240.1.5")
                                    .yaml())),
            new Scenario("private-link-of-deleted-service", world -> {
                world.service(linked().yaml());
                world.service(Services.named("api").port("TCP", 443).annotation(INTERNAL, "true").yaml());
            }, world -> world.gone("web")));

    @TestFactory
    Stream<DynamicTest> planReadsAsRecorded() {
        return GoldenPlanTest.tests(SCENARIOS, World::converge);
    }

    private static Services linked() {
        return Services.named("web")
                .port("TCP", 80)
                .annotation(INTERNAL, "true")
                .annotation("azure-pls-create",
                        "true");
    }

    private static Services sharing(Services service) {
        return service.annotation(INTERNAL, "true").annotation("azure-load-balancer-ipv4", "10.240.9.9");
    }
}

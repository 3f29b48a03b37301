package io.azureccm.service.plan.orphan;

import io.azureccm.service.plan.GoldenPlanTest;
import io.azureccm.service.plan.GoldenPlanTest.Scenario;
import io.azureccm.service.plan.Services;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The printed plans for what Services left whose deletion was not observed, as {@link GoldenPlanTest} keeps them. */
class GoldenOrphanPlanTest {
    private static final List<Scenario> SCENARIOS = List.of(
            new Scenario("orphans-beside-a-service", world -> {
                world.service(web().yaml());
                world.service(Services.named("api").port("TCP", 443).yaml());
            }, world -> world.forget("web")),
            new Scenario("orphans-alone",
                    world -> world.service(web().annotation("azure-load-balancer-internal", "true")
                            .annotation("azure-pls-create", "true")
                            .yaml()),
                    world -> world.forget("web")));

    @TestFactory
    Stream<DynamicTest> planThatDeletesOrphansReadsAsRecorded() {
        return GoldenPlanTest.tests(SCENARIOS, world -> new OrphanWorld(world).remove());
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}

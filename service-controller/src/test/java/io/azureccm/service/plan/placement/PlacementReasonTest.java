package io.azureccm.service.plan.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.Placement.LoadBalancerChoice;
import io.azureccm.service.plan.context.PlacementReason;
import io.azureccm.service.plan.Services;
import org.junit.jupiter.api.Test;

/** Why a Service is on its load balancer, as shown in explanations. */
class PlacementReasonTest {
    private static final String CONFIGURATIONS = "azure-load-balancer-configurations";

    @Test
    void withOneLoadBalancerThereIsNoChoiceBeforeAndAfter() {
        World world = new World(2);
        world.service(Services.named("web").port("TCP", 80).yaml());
        assertThat(choice(world, "web").reason()).isEqualTo(PlacementReason.ONLY_ONE);
        world.converge();
        assertThat(choice(world, "web").reason()).isEqualTo(PlacementReason.ONLY_ONE);
        assertThat(choice(world, "web").eligible()).containsExactly("kubernetes");
    }

    @Test
    void newServicesTakeANewLoadBalancerThenTheOneWithFewestRulesAndStay() {
        World world = PlacementTest.world(PlacementTest.TWO);
        world.service(Services.named("a").port("TCP", 80).port("TCP", 81).created("2026-01-01T00:00:00Z").yaml());
        world.service(Services.named("b").port("TCP", 80).created("2026-01-02T00:00:00Z").yaml());
        assertThat(choice(world, "a").reason()).isEqualTo(PlacementReason.NEW);
        assertThat(choice(world, "b").reason()).isEqualTo(PlacementReason.NEW);
        world.converge();
        world.service(Services.named("c").port("TCP", 80).created("2026-01-03T00:00:00Z").yaml());
        assertThat(choice(world, "c")).satisfies(chosen -> {
            assertThat(chosen.reason()).isEqualTo(PlacementReason.FEWEST_RULES);
            assertThat(chosen.loadBalancer().name()).isEqualTo("lb2");
            assertThat(chosen.eligible()).containsExactly("kubernetes", "lb2");
        });
        assertThat(choice(world, "a").reason()).isEqualTo(PlacementReason.STAYS);
    }

    @Test
    void serviceThatMayBeOnOneOnlyIsSaidToHaveNoOther() {
        World world = PlacementTest.world(PlacementTest.TWO);
        world.service(Services.named("a").port("TCP", 80).annotation(CONFIGURATIONS, "lb2").yaml());
        world.converge();
        world.service(Services.named("b").port("TCP", 80).annotation(CONFIGURATIONS, "lb2").yaml());
        assertThat(choice(world, "b")).satisfies(chosen -> {
            assertThat(chosen.reason()).isEqualTo(PlacementReason.ONLY_ELIGIBLE);
            assertThat(chosen.eligible()).containsExactly("lb2");
        });
    }

    @Test
    void refusedServiceHasNoPlace() {
        World world = PlacementTest.world(PlacementTest.TWO);
        world.service(Services.named("web").port("TCP", 80).annotation(CONFIGURATIONS, "nowhere").yaml());
        assertThat(world.plan().plannedServices().values()).allSatisfy(planned -> assertThat(planned.choice())
                .isEmpty());
    }

    private static LoadBalancerChoice choice(World world, String name) {
        return world.plan()
                .plannedServices()
                .values()
                .stream()
                .filter(planned -> planned.spec().key().name().equals(name))
                .findFirst()
                .orElseThrow()
                .choice()
                .orElseThrow();
    }
}

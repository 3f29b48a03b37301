package io.azureccm.common.observe.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.limit.Headroom;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadroomRegisterTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<String> told = new ArrayList<>();
    private final HeadroomRegister register = new HeadroomRegister(registry, each -> told.add(each.toString()));

    @Test
    void limitIsToldOnceWhenNineTenthsAreUsedAndAgainOnlyAfterItWasWellBelow() {
        for (int used : new int[]{89, 90, 95, 86, 91, 84, 92}) {
            register.now(List.of(rules("a", used)));
        }

        assertThat(told).containsExactly("loadBalancers/a: load-balancer-rules 90 of 100",
                "loadBalancers/a: load-balancer-rules 92 of 100");
    }

    @Test
    void limitsOfSeveralResourcesAreToldEach() {
        register.now(List.of(rules("a", 90), rules("b", 100)));

        assertThat(told).hasSize(2);
    }

    @Test
    void seriesShowUseAndLimitAndGoWithTheirResource() {
        register.now(List.of(rules("a", 12), rules("b", 13)));
        register.now(List.of(rules("b", 14)));

        assertThat(registry.get("controller.headroom.used").gauges()).singleElement()
                .satisfies(gauge -> assertThat(gauge.value()).isEqualTo(14))
                .satisfies(gauge -> assertThat(gauge.getId().getTag("resource")).isEqualTo("loadBalancers/b"))
                .satisfies(gauge -> assertThat(gauge.getId().getTag("limit")).isEqualTo("load-balancer-rules"));
        assertThat(registry.get("controller.headroom.limit").gauge().value()).isEqualTo(100);
    }

    @Test
    void lastLineOfAPlanNamesTheLimitsOfWhichFourFifthsAreUsed() {
        assertThat(register.nearText()).isEmpty();
        register.now(List.of(rules("a", 79), rules("b", 80)));
        assertThat(register.nearText()).isEqualTo("loadBalancers/b: load-balancer-rules 80 of 100");
        register.forget();
        assertThat(register.nearText()).isEmpty();
    }

    @Test
    void nothingIsShownByAnInstanceThatStopsLeading() {
        register.now(List.of(rules("a", 95)));
        register.forget();

        assertThat(registry.find("controller.headroom.used").gauges()).isEmpty();
        register.now(List.of(rules("a", 95)));
        assertThat(told).as("a new leader tells anew").hasSize(2);
    }

    private static Headroom rules(String balancer, long used) {
        return new Headroom(Headroom.Limit.LOAD_BALANCER_RULES, "loadBalancers/" + balancer, used, 100);
    }
}

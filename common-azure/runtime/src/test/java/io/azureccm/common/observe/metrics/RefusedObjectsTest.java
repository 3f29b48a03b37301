package io.azureccm.common.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Refusal;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The counter of refusals counts objects, not plans. */
class RefusedObjectsTest {
    private static final Refusal WEB = new Refusal("InvalidAnnotation", "shop/web", "of the value 1");
    private static final Refusal API = new Refusal("InvalidAnnotation", "shop/api", "of the value 2");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RefusedObjects refused = new RefusedObjects(registry,
            refusal -> !refusal.code().equals("AuthorizationFailed"));

    @Test
    void objectThatStaysRefusedIsCountedOnce() {
        refused.now(List.of(WEB));
        refused.now(List.of(WEB, API));
        refused.now(List.of(new Refusal("InvalidAnnotation", "shop/web", "in other words"), API));
        assertThat(count("InvalidAnnotation")).isEqualTo(2);
    }

    @Test
    void refusalThatChangesItsCodeOrComesBackIsCountedAgain() {
        refused.now(List.of(WEB));
        refused.now(List.of(new Refusal("PortConflict", "shop/web", "taken")));
        assertThat(count("PortConflict")).isEqualTo(1);
        refused.now(List.of());
        refused.now(List.of(WEB));
        assertThat(count("InvalidAnnotation")).isEqualTo(2);
    }

    @Test
    void nothingIsLearntOfObjectsThatWereNotLookedAt() {
        refused.among(List.of("shop/web", "shop/api"), List.of(WEB, API));
        refused.among(List.of("shop/other"), List.of());
        refused.among(List.of("shop/web"), List.of());
        refused.among(List.of("shop/web", "shop/api"), List.of(WEB, API));
        assertThat(count("InvalidAnnotation")).isEqualTo(3);
        assertThat(registry.get("controller.plan.refusals").counter().getId().getDescription()).contains("once");
    }

    @Test
    void objectsThatAreRefusedNowAreShownAlsoByTheInstanceThatFollows() {
        refused.now(List.of(WEB, API));
        assertThat(shown()).isEqualTo(2);
        refused.now(List.of(WEB));
        assertThat(shown()).isEqualTo(1);
        refused.forget();
        assertThat(registry.find("controller.refused.objects").gauges()).isEmpty();
        new RefusedObjects(registry, refusal -> !refusal.code().equals("AuthorizationFailed")).now(List.of(WEB, API));
        assertThat(shown()).isEqualTo(2);
    }

    @Test
    void eachObjectIsShownOnceInTheStateThatItHas() {
        Refusal rights = new Refusal("AuthorizationFailed", "shop/db", "403");
        refused.now(List.of(WEB, new Refusal("PortConflict", "shop/web", "taken"), API, rights,
                new Refusal("AuthorizationFailed", "shop/api", "403")));

        assertThat(shown("refused")).isEqualTo(2);
        assertThat(shown("failed")).isEqualTo(1);
    }

    private double shown(String state) {
        return registry.find("controller.refused.objects")
                .tag("state", state)
                .gauges()
                .stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    private double shown() {
        return registry.get("controller.refused.objects").tag("code", "InvalidAnnotation").gauge().value();
    }

    private double count(String code) {
        return registry.get("controller.plan.refusals").tag("code", code).counter().count();
    }
}

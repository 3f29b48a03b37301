package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.RouteConfig;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTimingTest {
    @ParameterizedTest
    @CsvSource({"PT5S,PT1S", "PT30S,PT1S", "PT0.5S,PT0.5S"})
    void theWindowOfTheConfigBoundsBothWaits(Duration interval, Duration idle) {
        RouteTiming timing = RouteTiming.of(new RouteConfig(interval, Duration.ZERO), Duration.ofSeconds(10));

        assertThat(timing.maxAge()).isEqualTo(interval);
        assertThat(timing.idleWindow()).isEqualTo(idle);

    }
}

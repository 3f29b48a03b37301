package io.azureccm.common.boot.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.draining.DrainReason;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainingSettingsTest {
    @Test
    void nothingSetDrainsNoNode() {
        assertThat(new DrainingSettings(false, null, null, null, null).policy()).isEqualTo(DrainPolicy.NONE);
    }

    @Test
    void eachSettingIsOneReason() {
        DrainPolicy policy = new DrainingSettings(true, Duration.ofMinutes(1), Duration.ofMinutes(2),
                Duration.ofMinutes(3), Duration.ZERO).policy();

        assertThat(policy.times()).isEqualTo(Map.of(DrainReason.OUT_OF_SERVICE, Duration.ZERO,
                DrainReason.CLUSTER_AUTOSCALER, Duration.ofMinutes(1), DrainReason.DELETED, Duration.ofMinutes(2),
                DrainReason.EXCLUDED, Duration.ofMinutes(3), DrainReason.CORDONED, Duration.ZERO));
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}")
    @CsvSource(nullValues = "-", value = {"PT0S,-,-,-,cluster-autoscaler", "-,PT-5S,-,-,deleted",
            "-,-,PT24H1S,-,excluded", "-,-,-,PT-1S,cordoned-after"})
    void wrongTimeIsRefusedByItsKey(Duration autoscaler, Duration deleted, Duration excluded, Duration cordoned,
            String key) {
        assertThatExceptionOfType(InvalidSetting.class)
                .isThrownBy(() -> new DrainingSettings(false, autoscaler, deleted, excluded, cordoned))
                .withMessageStartingWith(key + ": ")
                .withMessageContaining("24h such as 90s or 5m");
    }
}

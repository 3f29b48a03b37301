package io.azureccm.e2e.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlaygroundOptionsTest {
    @Test
    void whatRunsBesideThePlaygroundLeavesItsKubeconfigAlone() {
        assertThat(folder()).isEqualTo(Path.of(".playground").toAbsolutePath());
        assertThat(folder("benchmark", "services")).isEqualTo(Path.of(".playground/benchmark").toAbsolutePath());
        assertThat(folder("soak")).isEqualTo(Path.of(".playground/soak").toAbsolutePath());
        assertThat(folder("benchmark", "--folder=/tmp/x")).isEqualTo(Path.of("/tmp/x"));
    }

    @Test
    void benchmarkWithoutAPartMeasuresLatency() {
        PlaygroundOptions options = PlaygroundOptions
                .parse(List.of("benchmark", "--repetitions=3", "--json=/tmp/figures.json"));
        assertThat(options.benchmark().parts()).containsExactly("latency");
        assertThat(options.benchmark().repetitions()).isEqualTo(3);
        assertThat(options.benchmark().json()).contains(Path.of("/tmp/figures.json"));
        assertThat(PlaygroundOptions.parse(List.of("benchmark", "nodes")).benchmark().parts()).containsExactly("nodes");
        assertThat(PlaygroundOptions.parse(List.of("--once")).benchmark().wanted()).isFalse();
    }

    @Test
    void aStartMayTakeFiveMinutesOrAsLongAsIsSaid() {
        assertThat(PlaygroundOptions.parse(List.of()).startTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(PlaygroundOptions.parse(List.of("--start-timeout=900")).startTimeout())
                .isEqualTo(Duration.ofMinutes(15));
        assertThat(PlaygroundOptions.HELP).contains("--start-timeout=N");
    }

    @Test
    void aPlanIsShownInOneLine() {
        assertThat(Playground.summary("""
                2026-03-01T12:00:00Z
                Plan #1  lb=kubernetes  services=1
                  + publicIPAddresses/x  PUT
                  calls: 2 writes, 5 deferred
                Outcome #1  + publicIPAddresses/x  Applied""")).isEqualTo(
                "Plan #1  lb=kubernetes  services=1   calls: 2 writes, 5 deferred");
    }

    @Test
    void wrongArgumentIsNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> PlaygroundOptions.parse(List.of("--node=3")))
                .withMessageContaining("\"--node=3\"");
        assertThatIllegalArgumentException().isThrownBy(() -> PlaygroundOptions.parse(List.of("--nodes=none")))
                .withMessageContaining("--nodes=none: expected a number from 1 to 5000");
    }

    private static Path folder(String... arguments) {
        return PlaygroundOptions.parse(List.of(arguments)).folder();
    }
}

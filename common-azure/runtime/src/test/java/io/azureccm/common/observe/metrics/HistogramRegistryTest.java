package io.azureccm.common.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.CallTrace;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Timers with buckets are histograms of both kinds, and look in text as they did. */
class HistogramRegistryTest {
    private final PrometheusRegistry shown = new PrometheusRegistry();
    private final HistogramRegistry registry = new HistogramRegistry(PrometheusConfig.DEFAULT, shown, Clock.SYSTEM);

    private static Timer timer(PrometheusMeterRegistry registry, String method) {
        return Timer.builder("arm.request.duration")
                .description("Calls")
                .serviceLevelObjectives(Duration.ofMillis(100), Duration.ofSeconds(1))
                .tag("method", method)
                .register(registry);
    }

    @Test
    void textIsWhatMicrometerWrites() {
        PrometheusMeterRegistry plain = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        for (PrometheusMeterRegistry each : new PrometheusMeterRegistry[]{registry, plain}) {
            timer(each, "get").record(Duration.ofMillis(250));
            timer(each, "get").record(Duration.ofMillis(50));
            timer(each, "list").record(Duration.ofSeconds(2));
            Timer.builder("plain").register(each).record(Duration.ofSeconds(1));
        }
        assertThat(lines(registry)).containsExactlyInAnyOrderElementsOf(lines(plain));
    }

    private static java.util.List<String> lines(PrometheusMeterRegistry registry) {
        return registry.scrape()
                .lines()
                .filter(line -> !line.startsWith("# HELP arm_request_duration_seconds_max"))
                .toList();
    }

    @Test
    void nativeBucketsAreFinerThanThoseOfTheText() {
        for (int i = 1; i <= 50; i++)
            timer(registry, "get").record(Duration.ofMillis(i * 10));
        HistogramSnapshot.HistogramDataPointSnapshot series = series();
        assertThat(series.hasNativeHistogramData()).isTrue();
        assertThat(series.getNativeBucketsForPositiveValues().size()).isGreaterThan(10);
        assertThat(series.hasClassicHistogramData()).isTrue();
    }

    @Test
    void timeOfTracedWorkHasItsSpanAsExemplarAndOtherTimeHasNone() {
        Timer timer = timer(registry, "get");
        timer.record(Duration.ofMillis(10));
        assertThat(series().getExemplars().size()).isZero();
        CallTrace span = new CallTrace() {
            @Override
            public String traceId() {
                return "0af7651916cd43dd8448eb211c80319c";
            }

            @Override
            public String spanId() {
                return "b7ad6b7169203331";
            }

            @Override
            public boolean isSampled() {
                return true;
            }
        };
        new CallReason(CallPriority.CHANGED, "Test").below(span).run(() -> timer.record(Duration.ofMillis(500)));
        assertThat(series().getExemplars()).singleElement().satisfies(exemplar -> {
            assertThat(exemplar.getLabels().get("trace_id")).isEqualTo("0af7651916cd43dd8448eb211c80319c");
            assertThat(exemplar.getLabels().get("span_id")).isEqualTo("b7ad6b7169203331");
            assertThat(exemplar.getValue()).isEqualTo(0.5);
        });
        assertThat(timer.count()).isEqualTo(2);
    }

    @Test
    void timerThatIsRemovedIsNotShownAnyMore() {
        Timer timer = timer(registry, "get");
        timer.record(Duration.ofMillis(10));
        registry.remove(timer);
        assertThat(registry.scrape()).doesNotContain("_bucket");
    }

    private HistogramSnapshot.HistogramDataPointSnapshot series() {
        return shown.scrape()
                .stream()
                .filter(HistogramSnapshot.class::isInstance)
                .map(HistogramSnapshot.class::cast)
                .findFirst()
                .orElseThrow()
                .getDataPoints()
                .getFirst();
    }
}

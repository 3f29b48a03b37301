package io.azureccm.common.observe.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The Prometheus registry with both kinds of histograms: a timer with buckets is exposed with these buckets as text, and in
 * Prometheus' protocol buffer format also as a native histogram, which Prometheus reads if configured to. Micrometer itself
 * supports only the first kind. Exemplars refer to the span in which a time is recorded.
 */
public final class HistogramRegistry extends PrometheusMeterRegistry {
    /** Maximum size of one native histogram; above it, adjacent buckets are merged. */
    private static final int MAX_NATIVE_BUCKETS = 160;

    private record Family(List<String> labels, Histogram histogram) {}

    private final Map<String, Family> families = new ConcurrentHashMap<>();

    public HistogramRegistry(PrometheusConfig config, PrometheusRegistry registry, Clock clock) {
        super(config, registry, clock);
        config().onMeterRemoved(this::forget);
    }

    /**
     * Timers with the same name but other labels than the first one are left to Micrometer, which logs that it cannot expose
     * them.
     */
    @Override
    protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauseDetector) {
        if (!config.isPublishingHistogram())
            return super.newTimer(id, config, pauseDetector);
        Family family = families.computeIfAbsent(name(id), name -> family(id, name, config));
        if (!family.labels().equals(labels(id)))
            return super.newTimer(id, config, pauseDetector);
        HistogramTimer timer = new HistogramTimer(id, clock, config, pauseDetector,
                family.histogram().labelValues(values(id)));
        Gauge.builder(id.getName() + ".seconds.max", timer, each -> each.max(TimeUnit.SECONDS))
                .description(id.getDescription())
                .tags(id.getTags())
                .register(this);
        return timer;
    }

    private Family family(Meter.Id id, String name, DistributionStatisticConfig config) {
        double[] bounds = config.getHistogramBuckets(true)
                .stream()
                .mapToDouble(nanos -> nanos / TimeUnit.SECONDS.toNanos(1))
                .toArray();
        List<String> labels = labels(id);
        Histogram histogram = Histogram.builder()
                .name(name)
                .help(id.getDescription() == null ? " " : id.getDescription())
                .labelNames(labels.toArray(String[]::new))
                .classicUpperBounds(bounds)
                .nativeMaxNumberOfBuckets(MAX_NATIVE_BUCKETS)
                .build();
        getPrometheusRegistry().register(histogram);
        return new Family(labels, histogram);
    }

    private void forget(Meter meter) {
        Family family = families.get(name(meter.getId()));
        if (meter instanceof HistogramTimer && family != null)
            family.histogram().remove(values(meter.getId()));
    }

    private String name(Meter.Id id) {
        return id.getConventionName(config().namingConvention());
    }

    private List<String> labels(Meter.Id id) {
        return id.getConventionTags(config().namingConvention()).stream().map(Tag::getKey).toList();
    }

    private String[] values(Meter.Id id) {
        return id.getConventionTags(config().namingConvention()).stream().map(Tag::getValue).toArray(String[]::new);
    }
}

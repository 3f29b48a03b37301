package io.azureccm.common.observe.metrics;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.CallTrace;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.cumulative.CumulativeTimer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.NoopHistogram;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.util.TimeUtils;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.concurrent.TimeUnit;

/** A timer that records into one series of a Prometheus histogram, with the span as exemplar if it is traced. */
final class HistogramTimer extends CumulativeTimer {
    private final DistributionDataPoint series;

    HistogramTimer(Meter.Id id, Clock clock, DistributionStatisticConfig config, PauseDetector pauseDetector,
            DistributionDataPoint series) {
        super(id, clock, config, pauseDetector, TimeUnit.SECONDS, NoopHistogram.INSTANCE);
        this.series = series;
    }

    @Override
    protected void recordNonNegative(long amount, TimeUnit unit) {
        super.recordNonNegative(amount, unit);
        double seconds = TimeUtils.nanosToUnit(unit.toNanos(amount), TimeUnit.SECONDS);
        CallTrace trace = CallReason.current().trace();
        if (trace.isSampled())
            series.observeWithExemplar(seconds, Labels.of("trace_id", trace.traceId(), "span_id", trace.spanId()));
        else
            series.observe(seconds);
    }
}

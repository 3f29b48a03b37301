package io.azureccm.common.observe.metrics;

import io.azureccm.common.arm.CallTrace;
import io.azureccm.common.arm.CallReason;
import io.micrometer.core.instrument.AbstractTimer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.NoopHistogram;
import io.micrometer.core.instrument.distribution.TimeWindowMax;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.util.TimeUtils;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** A timer that records into one series of a Prometheus histogram, with the span as exemplar if it is traced. */
final class HistogramTimer extends AbstractTimer {
    private final DistributionDataPoint series;
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final TimeWindowMax longest;

    HistogramTimer(Meter.Id id, Clock clock, DistributionStatisticConfig config, PauseDetector pauseDetector,
            DistributionDataPoint series) {
        super(id, clock, pauseDetector, TimeUnit.SECONDS, NoopHistogram.INSTANCE);
        this.series = series;
        this.longest = new TimeWindowMax(clock, config);
    }

    @Override
    protected void recordNonNegative(long amount, TimeUnit unit) {
        long took = unit.toNanos(amount);
        count.increment();
        nanos.add(took);
        longest.record(took, TimeUnit.NANOSECONDS);
        double seconds = TimeUtils.nanosToUnit(took, TimeUnit.SECONDS);
        CallTrace trace = CallReason.current().trace();
        if (trace.isSampled())
            series.observeWithExemplar(seconds, Labels.of("trace_id", trace.traceId(), "span_id", trace.spanId()));
        else
            series.observe(seconds);
    }

    @Override
    public long count() {
        return count.sum();
    }

    @Override
    public double totalTime(TimeUnit unit) {
        return TimeUtils.nanosToUnit(nanos.sum(), unit);
    }

    @Override
    public double max(TimeUnit unit) {
        return longest.poll(unit);
    }
}

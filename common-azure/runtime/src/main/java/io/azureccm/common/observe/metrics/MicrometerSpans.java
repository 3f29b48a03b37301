package io.azureccm.common.observe.metrics;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.CallTrace;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.resilience.ArmCall;
import io.azureccm.common.resilience.ArmCallListener;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Spans of reads, writes and audits, with a child span for each ARM call, including its retries, pages and polls. Names are from a small closed
 * set; spans contain no bodies, no tokens and no messages from other systems. A call outside of a span has none. {@code clock} is the time of
 * day, by which traces of several processes are correlated.
 */
public record MicrometerSpans(Tracer tracer, String app, InstantSource clock) implements WorkSpans, ArmCallListener {
    private record Below(TraceContext context) implements CallTrace {
        @Override
        public String traceId() {
            return context.traceId();
        }

        @Override
        public String spanId() {
            return context.spanId();
        }

        @Override
        public boolean isSampled() {
            return Boolean.TRUE.equals(context.sampled());
        }
    }

    @Override
    public <T> T within(String name, Function<Notes, T> work) {
        CallReason reason = CallReason.current();
        Span span = builder(reason.trace()).name(name).tag("app", app).start();
        if (!reason.cause().equals(CallReason.UNSTATED.cause())) {
            span.tag("cause", reason.cause());
        }
        try {
            return reason.below(new Below(span.context())).within(() -> work.apply(span::tag));
        } catch (RuntimeException failure) {
            span.tag("error", failure.getClass().getSimpleName());
            throw failure;
        } finally {
            span.end();
        }
    }

    @Override
    public void ended(Ended ended) {
        ArmCall call = ended.call();
        if (!(call.reason().trace() instanceof Below(TraceContext context)))
            return;
        String resource = ArmMetrics.resource(call.target());
        long end = clock.millis() * 1000;
        Span.Builder builder = tracer.spanBuilder()
                .setParent(context)
                .kind(Span.Kind.CLIENT)
                .remoteServiceName("azure-resource-manager")
                .startTimestamp(end - ended.took().toNanos() / 1000, TimeUnit.MICROSECONDS)
                .name(call.method() + " " + resource)
                .tag("app", app)
                .tag("verb", call.verb().name())
                .tag("resource", resource)
                .tag("target", call.target().shortName())
                .tag("cause", call.reason().cause())
                .tag("priority", call.reason().priority().label())
                .tag("status", status(ended))
                .tag("tries", ended.tries());
        ended.error().map(ArmException::code).ifPresent(code -> builder.tag("error", code.isEmpty() ? "none" : code));
        builder.start().end(end, TimeUnit.MICROSECONDS);
    }

    private Span.Builder builder(CallTrace trace) {
        Span.Builder builder = tracer.spanBuilder();
        return trace instanceof Below(TraceContext context) ? builder.setParent(context) : builder.setNoParent();
    }

    /** The status of a failure, or its kind if there was no response. */
    private static String status(Ended ended) {
        if (ended.error().isEmpty())
            return "ok";
        return ended.status() > 0
                ? Integer.toString(ended.status())
                : ended.error().get().kind().name().toLowerCase(Locale.ROOT);
    }
}

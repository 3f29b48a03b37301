package io.azureccm.common.boot.spring;

import brave.Tracing;
import brave.handler.SpanHandler;
import brave.sampler.BoundarySampler;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.settings.TracingSettings;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.observe.metrics.MicrometerSpans;
import io.micrometer.tracing.brave.bridge.BraveCurrentTraceContext;
import io.micrometer.tracing.brave.bridge.BraveTracer;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import zipkin2.reporter.brave.AsyncZipkinSpanHandler;

/** Traces the work of a controller; nothing is created or loaded unless tracing is enabled. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("azureccm.tracing.enabled")
class TracingConfiguration {
    private static final int FAREWELL_MILLIS = 500;

    @Bean
    SpanSender spanSender(TracingSettings settings, Preflight.Cleared cleared) {
        return new SpanSender(URI.create(settings.endpoint()), cleared.trust().context());
    }

    /** On close, sends the collected spans within half a second. */
    @Bean
    AsyncZipkinSpanHandler spanHandler(SpanSender sender) {
        return AsyncZipkinSpanHandler.newBuilder(sender).closeTimeout(FAREWELL_MILLIS, TimeUnit.MILLISECONDS).build();
    }

    @Bean
    Tracing tracing(TracingSettings settings, ControllerOptions options, SpanHandler handler) {
        return Tracing.newBuilder()
                .localServiceName("azure-" + options.app().title())
                .sampler(BoundarySampler.create((float) settings.sampling()))
                .addSpanHandler(handler)
                .build();
    }

    @Bean
    MicrometerSpans workSpans(Tracing tracing, ControllerOptions options) {
        return new MicrometerSpans(
                new BraveTracer(tracing.tracer(), new BraveCurrentTraceContext(tracing.currentTraceContext())),
                options.app().title(), InstantSource.system());
    }
}

package io.azureccm.common.observe.metrics;

import io.azureccm.common.kube.client.RequestListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;

/** Requests to the Kubernetes API under the names {@code rest_client_*} that every Go controller uses. */
public record RestClientMetrics(MeterRegistry registry) implements RequestListener {
    private static final Duration[] BUCKETS = ReferenceNames.seconds(.005, .025, .1, .25, .5, 1, 2, 4, 8, 15, 30, 60);

    @Override
    public void answered(String method, String host, int status, Duration took) {
        Counter.builder("rest.client.requests")
                .description("Requests to the Kubernetes API by status")
                .tags("code", status == 0 ? "<error>" : Integer.toString(status), "method", method, "host", host)
                .register(registry)
                .increment();
        ReferenceNames.histogram(registry, "rest.client.request.duration",
                "Duration of requests to the Kubernetes API, until the response begins",
                Tags.of("verb", method, "host", host),
                BUCKETS).record(took);
    }
}

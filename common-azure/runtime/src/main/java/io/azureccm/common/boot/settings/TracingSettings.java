package io.azureccm.common.boot.settings;

import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Traces of operations.
 *
 * @param enabled  Whether operations are traced: a span for each read and write, with its calls to Azure, and for each write
 *                 to Kubernetes.
 *
 * @param endpoint URL to which spans are posted, in the JSON of the Zipkin v2 API, which an OpenTelemetry collector, Tempo
 *                 and Jaeger also accept.
 *
 * @param sampling The share of operations that is traced, from 0 to 1.
 */
@ConfigurationProperties("azureccm.tracing")
public record TracingSettings(@DefaultValue("false") boolean enabled,
        @DefaultValue("http://localhost:9411/api/v2/spans") String endpoint, @DefaultValue("1") double sampling) {
    private static final double SMALLEST = 0.0001;

    public TracingSettings {
        InvalidSetting.unless(isEndpoint(endpoint), "endpoint", endpoint,
                "a URL like http://collector:9411/api/v2/spans, without user and password");
        InvalidSetting.unless(sampling == 0 || sampling >= SMALLEST && sampling <= 1, "sampling", sampling,
                "0, or a number from 0.0001 to 1");
    }

    private static boolean isEndpoint(String endpoint) {
        try {
            URI uri = URI.create(endpoint);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null
                    && uri.getUserInfo() == null;
        } catch (IllegalArgumentException notAUri) {
            return false;
        }
    }
}

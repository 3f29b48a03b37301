package io.azureccm.common.arm.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import io.azureccm.common.arm.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** When connections are given up for new ones that may reach an ARM front end with more calls left. */
class RecyclingHttpClientTest {
    private final VirtualClock clock = new VirtualClock();
    private final AtomicInteger opened = new AtomicInteger();
    private Map<String, String> headers = Map.of();
    private Runnable opening = () -> {};
    /** What happens while a call is under way. */
    private Runnable underWay = () -> {};

    @Test
    void fewRemainingCallsOfAnyKindStartNewConnectionsButNotWithEveryCall() {
        RecyclingHttpClient client = client(100);
        headers = Map.of("x-ms-ratelimit-remaining-subscription-reads", "99");
        send(client);
        assertThat(opened).hasValue(1);

        clock.advance(Duration.ofSeconds(10));
        send(client);
        send(client);
        assertThat(opened).hasValue(2);

        clock.advance(Duration.ofSeconds(10));
        headers = Map.of("X-Ms-Ratelimit-Remaining-Tenant-Writes", "0");
        send(client);
        assertThat(opened).hasValue(3);
    }

    @Test
    void manyResponsesFromTheSameConnectionsOpenNewOnesOnce() {
        RecyclingHttpClient client = client(100);
        headers = Map.of("x-ms-ratelimit-remaining-subscription-reads", "99");
        clock.advance(Duration.ofSeconds(10));
        underWay = () -> {
            underWay = () -> {};
            send(client);
        };

        send(client);

        assertThat(opened).hasValue(2);
    }

    @Test
    void enoughCallsOrNoNumbersKeepTheConnections() {
        RecyclingHttpClient client = client(100);
        clock.advance(Duration.ofMinutes(1));

        send(client);
        headers = Map.of("x-ms-ratelimit-remaining-subscription-reads", "100");
        send(client);
        headers = Map.of("x-ms-ratelimit-remaining-resource", "Microsoft.Compute/VMScaleSetVMUpdates;3");
        send(client);

        assertThat(opened).hasValue(1);
    }

    @Test
    void thresholdZeroNeverRecycles() {
        RecyclingHttpClient client = client(0);
        clock.advance(Duration.ofMinutes(1));
        headers = Map.of("x-ms-ratelimit-remaining-subscription-reads", "0");
        send(client);

        assertThat(opened).hasValue(1);
    }

    @Test
    void responseIsReturnedAlthoughNoNewConnectionsCanBeOpened() {
        RecyclingHttpClient client = client(100);
        headers = Map.of("x-ms-ratelimit-remaining-subscription-writes", "0");
        clock.advance(Duration.ofSeconds(10));
        opening = () -> {
            throw new UncheckedIOException(new IOException("Too many open files"));
        };
        send(client);
        opening = () -> {};
        send(client);
        assertThat(opened).as("not with every call").hasValue(1);

        clock.advance(Duration.ofSeconds(10));
        send(client);
        assertThat(opened).hasValue(2);
    }

    private void send(RecyclingHttpClient client) {
        client.sendSync(new HttpRequest(HttpMethod.GET, "https://arm.test/"), Context.NONE);
    }

    private RecyclingHttpClient client(int threshold) {
        return new RecyclingHttpClient(() -> {
            opening.run();
            opened.incrementAndGet();
            return (HttpClient) request -> Mono.fromSupplier(() -> {
                underWay.run();
                return new Headers(request, new HttpHeaders(headers));
            });
        }, threshold, clock);
    }

    /** An answer that has nothing but headers. */
    private static final class Headers extends HttpResponse {
        private final HttpHeaders headers;

        Headers(HttpRequest request, HttpHeaders headers) {
            super(request);
            this.headers = headers;
        }

        @Override
        public int getStatusCode() {
            return 200;
        }

        @Override
        @SuppressWarnings("deprecation")
        public String getHeaderValue(String name) {
            return headers.getValue(name);
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public Flux<ByteBuffer> getBody() {
            return Flux.empty();
        }

        @Override
        public Mono<byte[]> getBodyAsByteArray() {
            return Mono.empty();
        }

        @Override
        public Mono<String> getBodyAsString() {
            return Mono.empty();
        }

        @Override
        public Mono<String> getBodyAsString(Charset charset) {
            return Mono.empty();
        }
    }
}

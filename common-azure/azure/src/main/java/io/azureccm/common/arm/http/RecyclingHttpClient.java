package io.azureccm.common.arm.http;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import io.azureccm.common.arm.ArmClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * Opens new connections when a response reports few remaining calls: each ARM front end counts separately, and a new
 * connection may reach another one. Calls in flight keep theirs.
 */
public final class RecyclingHttpClient implements HttpClient {
    /** If all front ends are low, new connections with every call would only cost handshakes. */
    private static final Duration MIN_LIFETIME = Duration.ofSeconds(10);
    private static final String REMAINING = "x-ms-ratelimit-remaining-";

    private final Supplier<HttpClient> open;
    private final int threshold;
    private final ArmClock clock;
    private volatile Connections current;

    private record Connections(HttpClient client, long openedAt) {}

    /** {@code threshold} 0 never recycles. */
    public RecyclingHttpClient(Supplier<HttpClient> open, int threshold, ArmClock clock) {
        this.open = open;
        this.threshold = threshold;
        this.clock = clock;
        this.current = new Connections(open.get(), clock.nanoTime());
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return Mono.fromCallable(() -> sendSync(request, Context.NONE));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        Connections used = current;
        HttpResponse response = used.client().sendSync(request, context);
        long age = clock.nanoTime() - used.openedAt();
        if (age >= MIN_LIFETIME.toNanos()
                && remaining(response.getHeaders()).values().stream().anyMatch(left -> left < threshold))
            renew(used);
        return response;
    }

    /**
     * Only the first of many responses from the same connections opens new ones; the old client, which is no longer referenced, ends with its
     * last call.
     */
    private synchronized void renew(Connections used) {
        if (current == used)
            current = new Connections(open.get(), clock.nanoTime());
    }

    /** The numbers in ARM's headers, by the end of the header name; lists per policy are not included. */
    static Map<String, Integer> remaining(HttpHeaders headers) {
        Map<String, Integer> found = new HashMap<>();
        headers.stream().forEach(header -> {
            String name = header.getName().toLowerCase(Locale.ROOT);
            if (name.startsWith(REMAINING) && header.getValue().trim().matches("\\d{1,9}")) {
                found.put(name.substring(REMAINING.length()), Integer.valueOf(header.getValue().trim()));
            }
        });
        return found;
    }
}

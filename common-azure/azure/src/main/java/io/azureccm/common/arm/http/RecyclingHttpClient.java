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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Opens new connections when a response reports few remaining calls: each ARM front end counts separately, and a new
 * connection may reach another one. Calls in flight keep theirs.
 */
public final class RecyclingHttpClient implements HttpClient {
    private static final Logger log = LoggerFactory.getLogger(RecyclingHttpClient.class);
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
     * last call. If no new ones can be opened it goes on: the response has arrived.
     */
    private synchronized void renew(Connections used) {
        if (current != used)
            return;
        HttpClient next = used.client();
        try {
            next = open.get();
        } catch (RuntimeException impossible) {
            log.warn("no new connections to ARM could be opened, the old ones are kept", impossible);
        }
        current = new Connections(next, clock.nanoTime());
    }

    /** The numbers in ARM's headers, by the end of the header name; lists per policy are not included. */
    static Map<String, Integer> remaining(HttpHeaders headers) {
        Map<String, Integer> found = new HashMap<>();
        headers.stream().forEach(header -> {
            String name = header.getName().toLowerCase(Locale.ROOT);
            if (name.startsWith(REMAINING) && header.getValue().trim().matches("\\d{1,9}"))
                found.put(name.substring(REMAINING.length()), Integer.valueOf(header.getValue().trim()));
        });
        return found;
    }
}

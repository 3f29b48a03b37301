package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Measures the requests of a client and reports them to a listener, which can be set after the client is created. */
public final class RequestLog implements Interceptor {
    static final String NAME = "REQUEST_LOG";
    /** With this many entries, all are dropped: requests without an end were cancelled. */
    private static final int MAX_ENTRIES = 1_000;

    private final Map<UUID, Long> begun = new ConcurrentHashMap<>();
    private volatile RequestListener listener = (method, host, status, took) -> {};

    /** Replaces the listener. */
    public void listen(RequestListener who) {
        listener = who;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (begun.size() >= MAX_ENTRIES) {
            begun.clear();
        }
        begun.put(request.id(), System.nanoTime());
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response,
            AsyncBody.Consumer<java.util.List<java.nio.ByteBuffer>> body) {
        reportRequest(request, response.code());
    }

    @Override
    public void afterConnectionFailure(HttpRequest request, Throwable failure) {
        reportRequest(request, 0);
    }

    private void reportRequest(HttpRequest request, int status) {
        Long since = begun.remove(request.id());
        listener.answered(request.method(), request.uri().getAuthority(), status,
                since == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since));
    }
}

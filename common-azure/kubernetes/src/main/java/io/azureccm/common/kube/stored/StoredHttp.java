package io.azureccm.common.kube.stored;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Answers reads of the Kubernetes API within this process: lists from stored objects, watches without any event. Writes fail. */
final class StoredHttp extends StandardHttpClient<StoredHttp, StoredHttp.Factory, StoredHttp.Builder> {
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;

    private final Factory factory;

    private StoredHttp(Builder builder, Factory factory, AtomicBoolean closed) {
        super(builder, closed);
        this.factory = factory;
    }

    /** {@code lists}: the response of the API to a GET of this URI, as JSON. */
    record Factory(Function<URI, Optional<String>> lists) implements HttpClient.Factory {
        @Override
        public Builder newBuilder() {
            return new Builder(this);
        }
    }

    /** Builds the clients. */
    static final class Builder extends StandardHttpClientBuilder<StoredHttp, Factory, Builder> {
        Builder(Factory factory) {
            super(factory);
        }

        @Override
        public HttpClient build() {
            return new StoredHttp(this, clientFactory, client == null ? new AtomicBoolean() : client.getClosed());
        }

        @Override
        protected Builder newInstance(Factory factory) {
            return new Builder(factory);
        }
    }

    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(StandardHttpRequest request,
            AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (!request.method().equals("GET"))
            return answer(request, METHOD_NOT_ALLOWED, consumer, "");
        String query = Optional.ofNullable(request.uri().getQuery()).orElse("");
        if (query.contains("watch=true"))
            return answer(request, OK, consumer, null);
        Optional<String> list = factory.lists().apply(request.uri());
        return answer(request, list.isPresent() ? OK : NOT_FOUND, consumer, list.orElse(""));
    }

    private static CompletableFuture<HttpResponse<AsyncBody>> answer(HttpRequest request, int code,
            AsyncBody.Consumer<List<ByteBuffer>> consumer, String text) {
        return CompletableFuture.completedFuture(new StoredResponse(request, code, new Body(consumer, text)));
    }

    @Override
    public CompletableFuture<WebSocketResponse> buildWebSocketDirect(StandardWebSocketBuilder builder,
            WebSocket.Listener listener) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("no sockets"));
    }

    @Override
    protected void doClose() {
        // Nothing is open.
    }

    /** The whole body at once; null for a stream that stays open and silent. */
    private static final class Body implements AsyncBody {
        private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
        private final String text;
        private final AtomicBoolean consumed = new AtomicBoolean();
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        Body(AsyncBody.Consumer<List<ByteBuffer>> consumer, String text) {
            this.consumer = consumer;
            this.text = text;
        }

        @Override
        public void consume() {
            if (text == null || consumed.getAndSet(true))
                return;
            try {
                consumer.consume(List.of(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))), this);
                done.complete(null);
            } catch (Exception failed) {
                done.completeExceptionally(failed);
            }
        }

        @Override
        public CompletableFuture<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            done.cancel(false);
        }
    }

    /** A response. */
    private record StoredResponse(HttpRequest request, int code, AsyncBody body) implements HttpResponse<AsyncBody> {
        @Override
        public List<String> headers(String key) {
            return List.of();
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of();
        }

        @Override
        public Optional<HttpResponse<?>> previousResponse() {
            return Optional.empty();
        }
    }
}

package io.azureccm.common.kube.informer;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BufferUtil;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The body of an API response, chunk by chunk: the next chunk is requested when the last one was taken, so a slow reader
 * slows down the server. Read by one thread.
 */
final class ChunkStream implements AutoCloseable {
    static final byte[] END = new byte[0];
    private static final int ERROR_LIMIT = 64 * 1024;

    private final BlockingQueue<Chunk> chunks = new LinkedBlockingQueue<>();
    private final String url;
    private final CompletableFuture<HttpResponse<AsyncBody>> call;
    private AsyncBody body;

    private record Chunk(byte[] bytes, boolean last, Throwable failure) {}

    private ChunkStream(HttpClient http, HttpRequest request, String url) {
        this.url = url;
        this.call = http.consumeBytes(request,
                (buffers, stream) -> chunks.add(new Chunk(BufferUtil.toArray(buffers), false, null)));
    }

    /** Waits for the start of a successful response; anything else is an {@link InformerException} that names {@code url}. */
    static ChunkStream open(HttpClient http, HttpRequest request, String url, Duration timeout)
            throws InformerException, InterruptedException {
        ChunkStream stream = new ChunkStream(http, request, url);
        try {
            stream.start(timeout);
            return stream;
        } catch (InformerException | InterruptedException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /** The next bytes, empty if none arrive within the time, or the end ({@link #END}). */
    Optional<byte[]> next(Duration wait) throws InformerException, InterruptedException {
        Chunk chunk = chunks.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
        if (chunk == null)
            return Optional.empty();
        if (chunk.failure() != null)
            throw failed(chunk.failure());
        if (chunk.last())
            return Optional.of(END);
        body.consume();
        return Optional.of(chunk.bytes());
    }

    /** All bytes up to the end, each chunk within the time. */
    byte[] all(Duration timeout, int limit) throws InformerException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (bytes.size() < limit) {
            byte[] chunk = next(Duration.ofNanos(deadline - System.nanoTime()))
                    .orElseThrow(() -> failed(new TimeoutException()));
            if (chunk == END)
                break;
            bytes.writeBytes(chunk);
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        call.cancel(true);
        if (body != null)
            body.cancel();
    }

    private void start(Duration timeout) throws InformerException, InterruptedException {
        HttpResponse<AsyncBody> response;
        try {
            response = call.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw failed(e.getCause());
        } catch (TimeoutException e) {
            throw failed(e);
        }
        body = response.body();
        body.done().whenComplete((unused, failure) -> chunks.add(new Chunk(null, true, failure)));
        body.consume();
        if (!response.isSuccessful()) {
            JsonNode status = ApiRequests.parse(all(timeout, ERROR_LIMIT));
            throw InformerException.answered(url, response.code(), status.path("message").asText(""));
        }
    }

    private InformerException failed(Throwable cause) {
        return new InformerException(0, KubeFailures.describe(url, cause), cause);
    }
}

package io.azureccm.common.kube.informer;

import io.azureccm.common.core.PrintableText;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Lists and watches one collection through the client's HTTP connection, with its address, credentials, TLS and limits. */
final class ListWatchClient<T extends HasMetadata> {
    /** No API server stores an object of this size. */
    private static final int MAX_LINE = 32 * 1024 * 1024;

    private final HttpClient http;
    private final String base;
    private final String shown;
    private final ApiPath path;
    private final ObjectReader<T> reader;
    private final InformerSettings settings;

    ListWatchClient(KubernetesClient client, ApiPath path, ObjectReader<T> reader, InformerSettings settings) {
        this.http = client.getHttpClient();
        this.base = client.getMasterUrl().toString();
        this.shown = new ApiPath(path.path(), Map.of()).url(base);
        this.path = path;
        this.reader = reader;
        this.settings = settings;
    }

    /** The whole collection, page by page; in a single page if the server's continue token expired between two pages. */
    Listing<T> list() throws InformerException, InterruptedException {
        try {
            return list(settings.pageSize());
        } catch (InformerException e) {
            if (!e.isGone() || settings.pageSize() == 0)
                throw e;
            return list(0);
        }
    }

    private Listing<T> list(int pageSize) throws InformerException, InterruptedException {
        Listing<T> listing = new Listing<>();
        ObjectReader.PageEnd end = new ObjectReader.PageEnd("", "");
        do {
            String url = path.with("limit", pageSize == 0 ? "" : Integer.toString(pageSize))
                    .with("continue", end.next())
                    .url(base);
            HttpRequest request = request(url).timeout(settings.listTimeout().toMillis(), TimeUnit.MILLISECONDS)
                    .build();
            try (ChunkStream body = open(request)) {
                end = reader.page(new ChunkInput(body, settings.listTimeout()), listing);
            } catch (InterruptedIOException e) {
                throw new InterruptedException("interrupted while reading a list");
            } catch (IOException e) {
                throw new InformerException(0, "Kubernetes API " + shown + ": the list cannot be read: " + firstLine(e),
                        e);
            }
        } while (!end.next().isEmpty());
        return listing.at(end.version());
    }

    /** Opens a watch from the version on. */
    Watching watch(String version) throws InformerException, InterruptedException {
        long seconds = settings.watchTimeout().toSeconds();
        long timeout = seconds + (seconds > 0 ? ThreadLocalRandom.current().nextLong(seconds) : 1);
        String url = path.with("watch", "true")
                .with("allowWatchBookmarks", "true")
                .with("timeoutSeconds", Long.toString(timeout))
                .with("resourceVersion", version)
                .url(base);
        return new Watching(open(request(url).forStreaming().build()));
    }

    private ChunkStream open(HttpRequest request) throws InformerException, InterruptedException {
        return ChunkStream.open(http, request, shown, settings.listTimeout());
    }

    private HttpRequest.Builder request(String url) {
        return http.newHttpRequestBuilder().uri(url).header("Accept", "application/json");
    }

    private static String firstLine(IOException e) {
        return PrintableText.of(String.valueOf(e.getMessage()).lines().findFirst().orElse(""), PrintableText.VALUE);
    }

    /** An open watch, read by one thread. */
    final class Watching implements AutoCloseable {
        private final ChunkStream stream;
        private final Deque<String> lines = new ArrayDeque<>();
        private final ByteArrayOutputStream partial = new ByteArrayOutputStream();

        private Watching(ChunkStream stream) {
            this.stream = stream;
        }

        WatchSignal<T> next(Duration wait) throws InformerException, InterruptedException {
            while (lines.isEmpty()) {
                Optional<byte[]> chunk = stream.next(wait);
                if (chunk.isEmpty())
                    return new WatchSignal.Quiet<>();
                if (chunk.get() == ChunkStream.END)
                    return new WatchSignal.Ended<>();
                split(chunk.get());
            }
            try {
                return reader.line(lines.poll(), shown);
            } catch (IOException e) {
                throw new InformerException(0,
                        "Kubernetes API " + shown + ": the watch cannot be read: " + firstLine(e),
                        e);
            }
        }

        private void split(byte[] chunk) throws InformerException {
            for (byte each : chunk) {
                if (each != '\n') {
                    if (partial.size() >= MAX_LINE) {
                        throw new InformerException(0, "Kubernetes API " + shown + ": a watch event is longer than "
                                + MAX_LINE + " bytes", null);
                    }
                    partial.write(each);
                } else if (partial.size() > 0) {
                    lines.add(partial.toString(StandardCharsets.UTF_8));
                    partial.reset();
                }
            }
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}

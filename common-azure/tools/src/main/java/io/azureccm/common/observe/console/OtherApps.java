package io.azureccm.common.observe.console;

import io.azureccm.common.arm.http.ConnectionFailures;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/**
 * Asks other apps how they are, without any credentials: for their metrics, or for their health where the metrics need permission.
 *
 * @param addresses of their consoles, by the name that pages give them
 * @param trust the CAs that their ports are verified against
 * @param limit how long a page waits for all of them
 */
record OtherApps(Map<String, String> addresses, SSLContext trust, Duration limit) {
    static final Duration LIMIT = Duration.ofSeconds(2);

    private static final String CONSOLE = "/console";
    private static final long MAX_BYTES = 4L << 20;
    private static final Set<Integer> IS_HEALTH = Set.of(200, 503);
    private static final Executor THREADS = task -> Thread.ofVirtual().name("other-app").start(task);

    OtherApps {
        addresses = Collections.unmodifiableMap(new TreeMap<>(addresses));
    }

    static boolean isAddress(String address) {
        return address.matches("https?://[^/?#]+(/[^?#]*)?") && parses(address);
    }

    private static boolean parses(String address) {
        try {
            return URI.create(address).getHost() != null;
        } catch (IllegalArgumentException invalid) {
            return false;
        }
    }

    /** What each says, by its name, in at most the limit; apps without an address are left out. */
    Map<String, String> ask() {
        Map<String, CompletableFuture<String>> asked = new TreeMap<>();
        if (addresses.values().stream().noneMatch(OtherApps::isAddress))
            return Map.of();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trust)
                .executor(THREADS)
                .build();
        try {
            addresses.forEach((name, address) -> {
                if (isAddress(address))
                    asked.put(name, summary(client, address));
            });
            Map<String, String> said = new TreeMap<>();
            asked.forEach((name, response) -> said.put(name, response.join()));
            return said;
        } finally {
            client.shutdownNow();
        }
    }

    private CompletableFuture<String> summary(HttpClient client, String address) {
        String console = address.replaceFirst("/+$", "");
        if (!console.endsWith(CONSOLE))
            return CompletableFuture.completedFuture("not read: the address does not end with " + CONSOLE);
        String actuator = console.substring(0, console.length() - CONSOLE.length());
        return get(client, actuator + "/prometheus").thenCompose(response -> switch (response.statusCode()) {
            case 200 -> CompletableFuture.completedFuture(AppSummary.ofMetrics(response.body()));
            case 401, 403 -> get(client, actuator + "/health")
                    .thenApply(health -> (IS_HEALTH.contains(health.statusCode())
                            ? AppSummary.ofHealth(health.body())
                            : "") + notReadable(response));
            default -> CompletableFuture.completedFuture(notReadable(response));
        })
                .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(failed -> "not reachable: " + why(failed, URI.create(address)));
    }

    private static String notReadable(HttpResponse<String> response) {
        return "not readable: HTTP " + response.statusCode();
    }

    private static CompletableFuture<HttpResponse<String>> get(HttpClient client, String address) {
        return client.sendAsync(HttpRequest.newBuilder(URI.create(address)).build(),
                BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_BYTES));
    }

    private String why(Throwable failed, URI address) {
        Throwable cause = failed instanceof CompletionException && failed.getCause() != null
                ? failed.getCause()
                : failed;
        if (cause instanceof TimeoutException)
            return "no answer in " + limit.toMillis() + " ms";
        int port = address.getPort() < 0 ? address.getScheme().equals("https") ? 443 : 80 : address.getPort();
        return ConnectionFailures.of(cause, address.getHost() + ":" + port)
                .map(ConnectionFailures.Failure::text)
                .orElse(cause.toString());
    }
}

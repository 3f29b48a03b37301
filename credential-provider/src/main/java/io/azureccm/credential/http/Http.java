package io.azureccm.credential.http;

import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Sends requests one at a time, retries as {@link RetryRule} says, and never exceeds its deadline. Redirects are not
 * followed.
 */
public final class Http {
    private static final int TRY_MILLIS = 15_000;

    private final Connections connections;
    private final Deadline deadline;
    private final Pause pause;
    private final Log log;
    private final String userAgent;
    private Connection open;
    private String openTo;

    public Http(Connections connections, Deadline deadline, Pause pause, Log log, String userAgent) {
        this.connections = connections;
        this.deadline = deadline;
        this.pause = pause;
        this.log = log;
        this.userAgent = userAgent;
    }

    /** The last response; throws a {@link Failure} that names the URL if there was none at all. */
    public HttpResponse send(HttpRequest request, RetryRule rule) {
        for (int sent = 1;; sent++) {
            long wait = ownWait(sent);
            String reason;
            try {
                HttpResponse response = once(request, deadline.orIn(TRY_MILLIS));
                log.detail(4, request.method() + " " + request.shown() + " answered " + response.status());
                if (!rule.applies(response.status()) || sent == rule.tries())
                    return response;
                long wanted = retryAfter(response);
                if (wanted >= 0)
                    wait = rule.atLeastOwnWait() ? Math.max(wanted, wait) : wanted;
                if (wait >= deadline.left())
                    return response;
                reason = "status " + response.status();
            } catch (IOException failed) {
                reason = reason(failed);
                if (sent == rule.tries() || !isTransient(failed) || wait >= deadline.left())
                    throw new Failure("cannot reach " + request.shown() + connections.route(request) + ": " + reason
                            + (sent > 1 ? ", after " + sent + " tries" : ""));
            }
            log.detail(4, request.method() + " " + request.shown() + " is retried in " + wait + " ms: " + reason);
            sleep(wait);
        }
    }

    private void sleep(long millis) {
        try {
            pause.sleep(millis);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted");
        }
    }

    private HttpResponse once(HttpRequest request, Deadline limit) throws IOException {
        String server = request.uri().getScheme() + " " + request.host() + " " + request.port();
        if (open != null && !server.equals(openTo))
            forget();
        if (open != null) {
            try {
                return exchange(request, limit);
            } catch (EOFException | SocketException closedMeanwhile) {
                // The server has answered before, so the connection is stale.
                log.detail(4, "the idle connection was closed by the server");
            }
        }
        open = connections.open(request, limit);
        openTo = server;
        return exchange(request, limit);
    }

    private HttpResponse exchange(HttpRequest request, Deadline limit) throws IOException {
        boolean keep = false;
        try {
            HttpResponse response = open.exchange(request, userAgent, limit);
            keep = open.reusable();
            return response;
        } finally {
            if (!keep)
                forget();
        }
    }

    private void forget() {
        if (open != null)
            open.close();
        open = null;
    }

    private static long ownWait(int sent) {
        return (long) (1000 * (1 << Math.min(sent - 1, 5)) * (0.8 + 0.4 * Math.random()));
    }

    /** The Retry-After of the response in milliseconds; -1 if there is none. */
    private static long retryAfter(HttpResponse response) {
        for (String name : new String[]{"retry-after-ms", "x-ms-retry-after-ms"}) {
            long millis = number(response.header(name));
            if (millis >= 0)
                return millis;
        }
        String text = response.header("Retry-After");
        long seconds = number(text);
        if (seconds >= 0 || text.isEmpty())
            return seconds < 0 ? -1 : seconds * 1000;
        try {
            Instant when = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Math.max(0, Duration.between(Instant.now(), when).toMillis());
        } catch (DateTimeParseException | ArithmeticException unreadable) {
            return -1;
        }
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,9}") ? Long.parseLong(text) : -1;
    }

    private static boolean isTransient(IOException failed) {
        return !(failed instanceof ProtocolException
                || failed instanceof SSLHandshakeException && Trust.problem(failed) != null);
    }

    private static String reason(IOException failed) {
        if (failed instanceof UnknownHostException)
            return "unknown host";
        if (failed instanceof SocketTimeoutException)
            return "no answer in time";
        if (failed instanceof ConnectException)
            return "connection refused or no route";
        if (failed instanceof SSLException) {
            String certificate = Trust.problem(failed);
            return certificate == null
                    ? "TLS failed: " + failed.getMessage()
                    : "its certificate is not trusted (" + certificate
                            + "); set the trusted certificates with SSL_CERT_FILE and SSL_CERT_DIR";
        }
        return failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage();
    }
}

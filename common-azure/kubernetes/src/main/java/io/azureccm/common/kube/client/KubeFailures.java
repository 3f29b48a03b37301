package io.azureccm.common.kube.client;

import io.azureccm.common.core.PrintableText;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Describes in one line why a request to the Kubernetes API failed. */
public final class KubeFailures {
    private KubeFailures() {}

    /** {@code Kubernetes API <url>: <cause>}, without a stack trace. */
    public static String describe(String url, Throwable failure) {
        return "Kubernetes API " + url + ": " + cause(failure);
    }

    /** The same for a response with this code and message, which may be empty. */
    public static String describe(String url, int code, String message) {
        return "Kubernetes API " + url + ": " + answer(code, message);
    }

    /** The HTTP code of the API's response, or 0 if there was none. */
    public static int code(Throwable failure) {
        return chain(failure).filter(KubernetesClientException.class::isInstance)
                .mapToInt(each -> ((KubernetesClientException) each).getCode())
                .filter(code -> code > 0)
                .findFirst()
                .orElse(0);
    }

    private static String cause(Throwable failure) {
        int code = code(failure);
        if (code == 429)
            return "too many requests (429)";
        if (code > 0)
            return answer(code, firstLine(failure));
        return chain(failure).map(KubeFailures::known)
                .filter(text -> !text.isEmpty())
                .reduce((outer, inner) -> inner)
                .orElseGet(() -> firstLine(failure));
    }

    private static String answer(int code, String message) {
        String more = message.isEmpty() ? "" : ": " + message;
        return switch (code) {
            case 401 -> "the credentials were rejected (401 Unauthorized)";
            case 403 -> "not allowed (403 Forbidden)" + more;
            default -> "answer " + code + more;
        };
    }

    private static String known(Throwable failure) {
        return switch (failure) {
            case UnknownHostException e -> "the host name cannot be resolved";
            case ConnectException e when e.getMessage() != null && e.getMessage().contains("timed out") ->
                "no connection: timed out";
            case ConnectException e when hasUnresolved(e) -> "the host name cannot be resolved";
            case ConnectException e -> "connection refused";
            case SSLException e -> "TLS failed: " + firstLine(e);
            case GeneralSecurityException e -> "TLS failed: " + firstLine(e);
            case HttpTimeoutException e -> "no response in time";
            case TimeoutException e -> "no response in time";
            default -> "";
        };
    }

    private static boolean hasUnresolved(Throwable failure) {
        return chain(failure).anyMatch(UnresolvedAddressException.class::isInstance);
    }

    private static Stream<Throwable> chain(Throwable failure) {
        return Stream.iterate(failure, each -> each != null, Throwable::getCause).limit(20);
    }

    private static String firstLine(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank()
                ? failure.getClass().getSimpleName()
                : PrintableText.of(message.strip().lines().findFirst().orElse(""), PrintableText.MESSAGE);
    }
}

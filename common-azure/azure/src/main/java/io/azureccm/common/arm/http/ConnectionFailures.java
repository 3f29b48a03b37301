package io.azureccm.common.arm.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Determines from exceptions why an exchange failed, and whether the request can have reached the server: until the
 * connection and the TLS session are established, nothing was sent.
 */
public final class ConnectionFailures {
    /** A stable code, a clause for users, and whether the request may have been carried out. */
    public record Failure(String code, String text, boolean mayHaveBeenSent) {}

    /** Thrown by whoever knows why there is no connection, such as a proxy in between that denies it. */
    public static final class Known extends IOException {
        private static final long serialVersionUID = 1L;
        private final transient Failure failure;

        public Known(Failure failure, Throwable cause) {
            super(failure.text(), cause);
            this.failure = failure;
        }
    }

    private ConnectionFailures() {}

    /** Empty if the exception has nothing to do with the network. */
    public static Optional<Failure> of(Throwable thrown, String server) {
        Optional<Failure> known = find(thrown, Known.class::isInstance).map(each -> ((Known) each).failure);
        if (known.isPresent())
            return known;
        String host = server.substring(0, server.lastIndexOf(':'));
        if (has(thrown, SSLException.class))
            return Optional.of(tls(thrown, server, host));
        if (has(thrown, UnresolvedAddressException.class) || has(thrown, UnknownHostException.class))
            return Optional.of(new Failure("UnknownHost", "cannot reach " + server + ": the name " + host
                    + " cannot be resolved", false));
        if (has(thrown, HttpConnectTimeoutException.class))
            return Optional.of(
                    new Failure("ConnectTimeout", "cannot reach " + server + ": no answer to the connection", false));
        if (has(thrown, ConnectException.class) || has(thrown, NoRouteToHostException.class))
            return Optional.of(new Failure("ConnectionRefused", "cannot reach " + server + ": " + innermost(thrown,
                    "connection refused"), false));
        if (has(thrown, HttpTimeoutException.class) || has(thrown, TimeoutException.class))
            return Optional.of(new Failure("RequestTimeout", server + " did not respond in time", true));
        if (has(thrown, InterruptedException.class) || has(thrown, InterruptedIOException.class))
            return Optional.of(new Failure("Interrupted", "the call was interrupted", true));
        if (has(thrown, IOException.class))
            return Optional.of(new Failure("ConnectionLost", "the connection to " + server + " broke: " + innermost(
                    thrown, "closed before the response was complete"), true));
        return Optional.empty();
    }

    private static Failure tls(Throwable thrown, String server, String host) {
        if (has(thrown, CertificateExpiredException.class))
            return new Failure("CertificateExpired", "the certificate of " + host + " has expired", false);
        if (has(thrown, CertPathBuilderException.class) || find(thrown, ConnectionFailures::isOtherKey).isPresent())
            return new Failure("CertificateNotTrusted", "certificate of " + host
                    + " is not trusted: add its CA with SSL_CERT_FILE", false);
        if (has(thrown, CertificateException.class))
            return new Failure("CertificateNotValid", "the certificate of " + host + " is not valid for it: "
                    + innermost(thrown, "no reason given"), false);
        if (has(thrown, SSLHandshakeException.class))
            return new Failure("TlsHandshakeFailed", "no secure connection to " + server + ": " + innermost(thrown,
                    "the TLS handshake failed"), false);
        return new Failure("ConnectionLost", "the secure connection to " + server + " broke: " + innermost(thrown,
                "closed"), true);
    }

    /** A CA with the name of a trusted one and another key, as after its renewal. */
    private static boolean isOtherKey(Throwable thrown) {
        return thrown instanceof CertPathValidatorException path
                && path.getReason() == CertPathValidatorException.BasicReason.INVALID_SIGNATURE;
    }

    static boolean has(Throwable thrown, Class<? extends Throwable> type) {
        return find(thrown, type::isInstance).isPresent();
    }

    /** The first matching exception in the chain of causes; cyclic chains end after fifty links. */
    static Optional<Throwable> find(Throwable thrown, Predicate<Throwable> wanted) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < 50; depth++, at = at.getCause()) {
            if (wanted.test(at))
                return Optional.of(at);
        }
        return Optional.empty();
    }

    private static String innermost(Throwable thrown, String otherwise) {
        String text = otherwise;
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < 50; depth++, at = at.getCause()) {
            if (at.getMessage() != null && !at.getMessage().isBlank())
                text = at.getMessage();
        }
        return text;
    }
}

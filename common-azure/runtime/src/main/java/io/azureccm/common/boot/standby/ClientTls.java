package io.azureccm.common.boot.standby;

import io.azureccm.common.serve.tls.ServerKeys;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * TLS with the client certificate of a kubeconfig, which may be renewed at runtime: it is read for each request, and another one opens new
 * connections. What cannot be used, or does not belong together, changes nothing. Thread-safe.
 */
final class ClientTls implements Supplier<SSLSocketFactory> {
    /** One of the two parts, as PEM. */
    interface Part {
        String read() throws IOException;
    }

    private final Part certificate;
    private final Part key;
    private final TrustManager trust;
    private String used = "";
    private SSLSocketFactory current;

    /** Reads it now; throws if it cannot be used. */
    ClientTls(Part certificate, Part key, TrustManager trust) throws IOException, GeneralSecurityException {
        this.certificate = certificate;
        this.key = key;
        this.trust = trust;
        this.current = reload();
    }

    @Override
    public synchronized SSLSocketFactory get() {
        try {
            current = reload();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException | IllegalStateException unusable) {
            // Files are replaced one after another, and a later request finds both; the start refused what never fits.
            return current;
        }
        return current;
    }

    private SSLSocketFactory reload() throws IOException, GeneralSecurityException {
        String chain = certificate.read();
        String secret = key.read();
        if (used.equals(chain + secret))
            return current;
        SSLSocketFactory next = of(trust, ServerKeys.keys(chain, secret));
        used = chain + secret;
        return next;
    }

    static SSLSocketFactory of(TrustManager trust, KeyManager... keys) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[]{trust}, null);
        return context.getSocketFactory();
    }
}

package io.azureccm.common.boot.standby;

import io.azureccm.common.serve.tls.ServerKeys;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS with the client certificate of a kubeconfig, which may be renewed at runtime: it is read for each request, and another one opens new
 * connections. What cannot be used, or does not belong together, changes nothing and is logged once. Thread-safe.
 */
final class ClientTls implements Supplier<SSLSocketFactory> {
    private static final Logger LOG = LoggerFactory.getLogger(ClientTls.class);

    /** One of the two parts: its file or key for messages, and how it is read, as PEM. */
    record Part(String source, Content content) {
        /** Reads the part. */
        interface Content {
            String read() throws IOException;
        }
    }

    private final Part certificate;
    private final Part key;
    private final TrustManager trust;
    private String used;
    private SSLSocketFactory current;
    private String failed = "";

    /** Reads it now; throws if it cannot be used. */
    ClientTls(Part certificate, Part key, TrustManager trust) throws IOException, GeneralSecurityException {
        this.certificate = certificate;
        this.key = key;
        this.trust = trust;
        String chain = certificate.content().read();
        String secret = key.content().read();
        this.current = of(trust, ServerKeys.keys(chain, secret));
        this.used = chain + secret;
    }

    @Override
    public synchronized SSLSocketFactory get() {
        String read = "";
        try {
            String chain = certificate.content().read();
            String secret = key.content().read();
            read = chain + secret;
            if (!read.equals(used)) {
                current = of(trust, ServerKeys.keys(chain, secret));
                used = read;
                LOG.info("The client certificate {} has changed and is in use", certificate.source());
            } else if (!failed.isEmpty()) {
                LOG.info("The client certificate {} can be used again", certificate.source());
            }
            failed = "";
        } catch (IOException | GeneralSecurityException | IllegalArgumentException | IllegalStateException unusable) {
            String reason = reason(unusable);
            if (!failed.equals(read + reason))
                LOG.warn("The client certificate {} with the key {} cannot be used: {}; the previous one stays in use",
                        certificate.source(), key.source(), reason);
            failed = read + reason;
        }
        return current;
    }

    private static String reason(Exception unusable) {
        return unusable instanceof FileSystemException file
                ? file.getFile() + (file instanceof NoSuchFileException ? " does not exist" : " cannot be read")
                : Optional.ofNullable(unusable.getMessage()).orElse(unusable.getClass().getSimpleName());
    }

    static SSLSocketFactory of(TrustManager trust, KeyManager... keys) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[]{trust}, null);
        return context.getSocketFactory();
    }
}

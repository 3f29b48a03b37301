package io.azureccm.common.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies servers with CAs from files that may be replaced at runtime: they are checked with each handshake, and changes
 * apply from that handshake on. Unusable content is logged, and the previous CAs stay in use.
 */
public final class ReloadedTrust extends X509ExtendedTrustManager {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadedTrust.class);

    private final Supplier<CertificateFiles.Content> files;
    private volatile Known known;

    private record Known(String fingerprint, X509ExtendedTrustManager trust) {}

    /** Reads the files now; throws an {@link IllegalArgumentException} with a one-line message if they cannot be used. */
    public ReloadedTrust(Supplier<CertificateFiles.Content> files) {
        this.files = files;
        CertificateFiles.Content first = files.get();
        this.known = new Known(first.fingerprint(), CertificateFiles.trust(first));
    }

    private X509ExtendedTrustManager now() {
        Known before = known;
        try {
            CertificateFiles.Content content = files.get();
            if (!content.fingerprint().equals(before.fingerprint())) {
                known = new Known(content.fingerprint(), CertificateFiles.trust(content));
                LOG.info("The CA certificates of {} have changed and are in use", content.source());
            }
        } catch (IllegalArgumentException unusable) {
            LOG.warn("{}; the previous CA certificates stay in use", unusable.getMessage());
        }
        return known.trust();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        now().checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        now().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        now().checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        now().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        now().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        now().checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return known.trust().getAcceptedIssuers();
    }
}

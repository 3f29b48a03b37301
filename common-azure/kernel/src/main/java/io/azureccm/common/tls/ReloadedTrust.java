package io.azureccm.common.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Verifies servers with CAs from files that may be replaced at runtime: they are checked with each handshake, and changes
 * apply from that handshake on.
 */
public final class ReloadedTrust extends X509ExtendedTrustManager {
    private final Reloaded<CertificateFiles.Content, X509ExtendedTrustManager> files;

    /** Reads the files now; throws an {@link IllegalArgumentException} with a one-line message if they cannot be used. */
    public ReloadedTrust(Supplier<CertificateFiles.Content> files) {
        try {
            this.files = new Reloaded<>("The set of CA certificates of " + files.get().source(), files::get,
                    CertificateFiles::trust, Duration.ZERO, System::nanoTime);
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("they are illegal arguments", impossible);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        files.get().checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        files.get().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        files.get().checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        files.get().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        files.get().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        files.get().checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return files.last().getAcceptedIssuers();
    }
}

package io.azureccm.common.serve.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS of a server that requests a client certificate and accepts any; who it belongs to, and whether it is trusted, is
 * checked later.
 */
public final class ServerTls {
    /** Accepts any certificate of a client. */
    public static final X509ExtendedTrustManager ANY_CLIENT = new AnyClient();
    private static final int SESSIONS = 128;

    private ServerTls() {}

    public static SSLContext context(X509ExtendedKeyManager keys) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[]{keys}, new TrustManager[]{ANY_CLIENT}, null);
            // The JDK's default keeps twenty thousand sessions of whoever connects.
            context.getServerSessionContext().setSessionCacheSize(SESSIONS);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has TLS", impossible);
        }
    }

    /** The handshake only proves that the client has the key of its certificate. */
    private static final class AnyClient extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // An untrusted certificate is treated as none; it must not end the handshake.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            checkClientTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            checkClientTrusted(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            throw new UnsupportedOperationException("this is a server");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            checkServerTrusted(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            checkServerTrusted(chain, type);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

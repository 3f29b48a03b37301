package io.azureccm.common.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** TLS of a server that asks for a client certificate and takes any: whose it is, and whether that counts, is found out later. */
public final class ServerTls {
    private ServerTls() {}

    public static SSLContext context(X509ExtendedKeyManager keys) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[]{keys}, new TrustManager[]{new AnyClient()}, null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has TLS", impossible);
        }
    }

    /** The handshake proves that the client has the key of its certificate, and no more. */
    private static final class AnyClient extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // One that no CA knows is as good as none; it must not end the handshake.
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

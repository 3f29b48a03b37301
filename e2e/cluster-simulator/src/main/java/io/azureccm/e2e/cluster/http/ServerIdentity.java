package io.azureccm.e2e.cluster.http;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** The server's identity: a certificate for 127.0.0.1, localhost and the in-cluster names. */
public final class ServerIdentity {
    private static final List<String> HOSTS = List.of("127.0.0.1", "localhost", "kubernetes", "kubernetes.default",
            "kubernetes.default.svc");

    private final SSLContext context;
    private final SelfSigned identity;

    private ServerIdentity(SSLContext context, SelfSigned identity) {
        this.context = context;
        this.identity = identity;
    }

    public static ServerIdentity create() {
        try {
            SelfSigned identity = SelfSigned.create("cluster-simulator", HOSTS);
            // Kept only in memory, because PKCS12 would spend ten thousand hash rounds on its protection.
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(null, null);
            store.setKeyEntry("server", identity.keys().getPrivate(), new char[0],
                    new Certificate[]{identity.certificate()});
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), new TrustManager[]{new AnyClient()}, null);
            return new ServerIdentity(context, identity);
        } catch (GeneralSecurityException | java.io.IOException e) {
            throw new IllegalStateException("making a certificate", e);
        }
    }

    public SSLContext context() {
        return context;
    }

    /** The certificate, which is its own authority, as PEM. */
    public String pem() {
        return identity.certificatePem();
    }

    /** Any client that has the key of its certificate may connect; the certificate is checked for each request. */
    private static final class AnyClient implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // Unknown ones get a 401, like from a kube-apiserver.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            throw new UnsupportedOperationException("this is a server");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

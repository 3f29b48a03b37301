package io.azureccm.e2e.cluster.http;

import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * The server's identity: a certificate for 127.0.0.1, localhost and the in-cluster names. Any client that has the key of
 * its certificate may connect; certificates are checked for each request, and unknown ones get a 401.
 */
public record ServerIdentity(SSLContext context, SelfSigned identity) {
    private static final List<String> HOSTS = List.of("127.0.0.1", "localhost", "kubernetes", "kubernetes.default",
            "kubernetes.default.svc");

    public static ServerIdentity create() {
        SelfSigned identity = SelfSigned.create("cluster-simulator", HOSTS);
        return new ServerIdentity(identity.context(), identity);
    }

    /** The certificate, which is its own authority, as PEM. */
    public String pem() {
        return identity.certificatePem();
    }
}

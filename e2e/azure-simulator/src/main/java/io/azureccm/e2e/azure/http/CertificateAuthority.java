package io.azureccm.e2e.azure.http;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.KeyUsage;
import io.netty.pkitesting.X509Bundle;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate authority of the simulator, created at each start, with one server certificate. */
public final class CertificateAuthority {
    private static final List<String> NAMES = List.of("localhost", "management.azure.com", "login.microsoftonline.com");
    private static final List<String> ADDRESSES = List.of("127.0.0.1", "::1");

    private final X509Bundle server;

    public CertificateAuthority() {
        CertificateBuilder root = builder("CN=Azure simulator test CA").setIsCertificateAuthority(true)
                .setKeyUsage(true, KeyUsage.keyCertSign, KeyUsage.cRLSign);
        CertificateBuilder localhost = builder("CN=localhost").setKeyUsage(true, KeyUsage.digitalSignature)
                .addExtendedKeyUsageServerAuth();
        NAMES.forEach(localhost::addSanDnsName);
        ADDRESSES.forEach(localhost::addSanIpAddress);
        try {
            server = localhost.buildIssuedBy(root.buildSelfSigned());
        } catch (Exception e) {
            throw new IllegalStateException("cannot make the test certificates", e);
        }
    }

    private static CertificateBuilder builder(String subject) {
        return new CertificateBuilder().subject(subject).notAfter(Instant.now().plus(Duration.ofDays(365)));
    }

    SSLContext context() {
        try {
            // Kept only in memory, because PKCS12 would spend ten thousand hash rounds on its protection.
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(server.toKeyStore("JKS", new char[0]), new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot use the test certificates", e);
        }
    }

    /** The certificate of the authority in PEM format. */
    public String pem() {
        return server.getRootCertificatePEM();
    }
}

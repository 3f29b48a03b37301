package io.azureccm.e2e.azure.tokens;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/** A self-signed certificate that an app can sign in with, created on demand, and its key. */
public record AppCertificate(X509Bundle bundle) {
    public static AppCertificate create(String name) {
        try {
            return new AppCertificate(new CertificateBuilder().rsa2048()
                    .subject("CN=" + name)
                    .setIsCertificateAuthority(true)
                    .notAfter(Instant.now().plus(Duration.ofDays(365)))
                    .buildSelfSigned());
        } catch (Exception e) {
            throw new IllegalStateException("cannot make a certificate", e);
        }
    }

    public X509Certificate certificate() {
        return bundle.getCertificate();
    }

    public PrivateKey key() {
        return bundle.getKeyPair().getPrivate();
    }

    /** Key and certificate as one PEM file. */
    public String pem() {
        return bundle.getPrivateKeyPEM() + bundle.getCertificatePEM();
    }

    @Override
    public String toString() {
        return "AppCertificate[" + certificate().getSubjectX500Principal() + "]";
    }
}

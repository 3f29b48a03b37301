package io.azureccm.e2e.cluster.http;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** A new key and its certificate, self-signed unless another certificate issued it. */
public record SelfSigned(X509Bundle bundle) {
    /** For a user, or for a server with these names and addresses. */
    public static SelfSigned create(String commonName, List<String> hosts) {
        CertificateBuilder builder = builder("CN=" + commonName).setIsCertificateAuthority(true);
        for (String host : hosts) {
            if (host.equals("127.0.0.1"))
                builder.addSanIpAddress(host);
            else
                builder.addSanDnsName(host);
        }
        return made(builder::buildSelfSigned);
    }

    /** A client certificate, with this one as the authority. */
    public SelfSigned issue(String commonName, List<String> organizations) {
        StringBuilder subject = new StringBuilder("CN=" + commonName);
        organizations.reversed().forEach(each -> subject.append(",O=").append(each));
        return made(() -> builder(subject.toString()).buildIssuedBy(bundle));
    }

    private static CertificateBuilder builder(String subject) {
        return new CertificateBuilder().subject(subject).notAfter(Instant.now().plus(Duration.ofDays(365)));
    }

    private static SelfSigned made(Callable<X509Bundle> build) {
        try {
            return new SelfSigned(build.call());
        } catch (Exception e) {
            throw new IllegalStateException("making a certificate", e);
        }
    }

    public X509Certificate certificate() {
        return bundle.getCertificate();
    }

    public KeyPair keys() {
        return bundle.getKeyPair();
    }

    /** TLS with this certificate, with any other side: whether that is who it has to be is checked elsewhere, or not at all. */
    public SSLContext context() {
        try {
            // Kept only in memory, because PKCS12 would spend ten thousand hash rounds on its protection.
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(bundle.toKeyStore("JKS", new char[0]), new char[0]);
            return context(factory.getKeyManagers());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("using a certificate", e);
        }
    }

    /** The same with these keys; null for none. */
    static SSLContext context(KeyManager[] keys) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has TLS", impossible);
        }
    }

    /** The certificate, which is its own authority, as PEM. */
    public String certificatePem() {
        return bundle.getCertificatePEM();
    }

    /** The private key as PEM, in the format of kubeconfigs by k3s and kubeadm. */
    public String keyPem() {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(new PemObject("EC PRIVATE KEY", new org.bouncycastle.asn1.sec.ECPrivateKey(256,
                    ((ECPrivateKey) keys().getPrivate()).getS(), SECObjectIdentifiers.secp256r1).getEncoded()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return "SelfSigned[" + certificate().getSubjectX500Principal() + "]";
    }
}

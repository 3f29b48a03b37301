package io.azureccm.e2e.cluster.http;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/** A new key and its certificate, self-signed unless another certificate issued it. */
public record SelfSigned(X509Certificate certificate, KeyPair keys) {
    /** For a user, or for a server with these names and addresses. */
    public static SelfSigned create(String commonName, List<String> hosts) {
        KeyPair keys = newKeys();
        X500Name name = name(commonName, List.of());
        X509v3CertificateBuilder body = body(name, name, keys);
        try {
            body.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            if (!hosts.isEmpty())
                body.addExtension(Extension.subjectAlternativeName, false,
                        new GeneralNames(hosts.stream().map(SelfSigned::host).toArray(GeneralName[]::new)));
        } catch (CertIOException e) {
            throw new UncheckedIOException(e);
        }
        return certified(body, keys, keys);
    }

    /** A client certificate, with this one as the authority. */
    public SelfSigned issue(String commonName, List<String> organizations) {
        KeyPair theirs = newKeys();
        X500Name issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
        return certified(body(issuer, name(commonName, organizations), theirs), theirs, keys);
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("making a key", e);
        }
    }

    private static X509v3CertificateBuilder body(X500Name issuer, X500Name subject, KeyPair keys) {
        Instant now = Instant.now();
        return new JcaX509v3CertificateBuilder(issuer, new BigInteger(63, new SecureRandom()).add(BigInteger.ONE),
                Date.from(now.minus(Duration.ofHours(1))), Date.from(now.plus(Duration.ofDays(365))), subject,
                keys.getPublic());
    }

    private static SelfSigned certified(X509v3CertificateBuilder body, KeyPair keys, KeyPair issuer) {
        try {
            return new SelfSigned(new JcaX509CertificateConverter().getCertificate(
                    body.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuer.getPrivate()))), keys);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("making a certificate", e);
        }
    }

    private static X500Name name(String commonName, List<String> organizations) {
        X500NameBuilder name = new X500NameBuilder();
        organizations.forEach(each -> name.addRDN(BCStyle.O, each));
        return name.addRDN(BCStyle.CN, commonName).build();
    }

    private static GeneralName host(String name) {
        return new GeneralName(name.equals("127.0.0.1") ? GeneralName.iPAddress : GeneralName.dNSName, name);
    }

    /** TLS with this certificate, with any other side: whether that is who it has to be is checked elsewhere, or not at all. */
    public SSLContext context() {
        try {
            // Kept only in memory, because PKCS12 would spend ten thousand hash rounds on its protection.
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(null, null);
            store.setKeyEntry("own", keys.getPrivate(), new char[0], new Certificate[]{certificate});
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, new char[0]);
            return context(factory.getKeyManagers());
        } catch (GeneralSecurityException | IOException e) {
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
        return pem(certificate);
    }

    /** The private key as PEM, in the format of kubeconfigs by k3s and kubeadm. */
    public String keyPem() {
        try {
            return pem(new PemObject("EC PRIVATE KEY",
                    new org.bouncycastle.asn1.sec.ECPrivateKey(256, ((ECPrivateKey) keys.getPrivate()).getS(),
                            SECObjectIdentifiers.secp256r1).getEncoded()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String pem(Object what) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(what);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return "SelfSigned[" + certificate.getSubjectX500Principal() + "]";
    }
}

package io.azureccm.common.arm.credential;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A CA of its own with a server certificate for localhost. */
public final class TestCertificates {
    public static final TestCertificates SHARED = create("Test CA");

    private final KeyPair caKeys;
    public final X509Certificate ca;
    public final KeyPair serverKeys;
    public final X509Certificate server;

    private TestCertificates(KeyPair caKeys, X509Certificate ca, KeyPair serverKeys, X509Certificate server) {
        this.caKeys = caKeys;
        this.ca = ca;
        this.serverKeys = serverKeys;
        this.server = server;
    }

    public static TestCertificates create(String name) {
        try {
            KeyPair caKeys = keys();
            X500Name caName = new X500Name("CN=" + name);
            X509Certificate ca = sign(caName, caKeys, caName, caKeys, null);
            KeyPair serverKeys = keys();
            X509Certificate server = sign(caName, caKeys, new X500Name("CN=localhost"), serverKeys, "localhost");
            return new TestCertificates(caKeys, ca, serverKeys, server);
        } catch (GeneralSecurityException | IOException | OperatorCreationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The same CA with a server certificate for another host name. */
    public TestCertificates forHost(String host) {
        try {
            KeyPair keys = keys();
            X509Certificate other = sign(new X500Name(ca.getSubjectX500Principal().getName()), caKeys,
                    new X500Name("CN=" + host), keys, host);
            return new TestCertificates(caKeys, ca, keys, other);
        } catch (GeneralSecurityException | IOException | OperatorCreationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public SSLContext serverContext() throws GeneralSecurityException, IOException {
        KeyStore store = pkcs12("secret");
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, "secret".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    public KeyStore pkcs12(String password) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", serverKeys.getPrivate(), password.toCharArray(), new Certificate[]{server, ca});
        return store;
    }

    public static String pem(X509Certificate certificate) {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static String pem(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(der)
                + "\n-----END " + type + "-----\n";
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static X509Certificate sign(X500Name issuer, KeyPair issuerKeys, X500Name subject, KeyPair keys,
            String host)
            throws GeneralSecurityException, IOException, OperatorCreationException {
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(issuer,
                BigInteger.valueOf(System.nanoTime()), Date.from(now.minus(1, ChronoUnit.DAYS)),
                Date.from(now.plus(30, ChronoUnit.DAYS)), subject, keys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(host == null));
        if (host != null) {
            builder.addExtension(Extension.subjectAlternativeName, false,
                    new GeneralNames(new GeneralName(GeneralName.dNSName, host)));
        }
        return new JcaX509CertificateConverter().getCertificate(
                builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(issuerKeys.getPrivate())));
    }
}

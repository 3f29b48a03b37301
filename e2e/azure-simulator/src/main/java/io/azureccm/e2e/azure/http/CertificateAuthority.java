package io.azureccm.e2e.azure.http;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority of the simulator, created at each start, with one server certificate. */
public final class CertificateAuthority {
    private static final List<String> NAMES = List.of("localhost", "management.azure.com", "login.microsoftonline.com");
    private static final List<String> ADDRESSES = List.of("127.0.0.1", "::1");

    private final X509Certificate root;
    private final SSLContext context;

    public CertificateAuthority() {
        try {
            KeyPair rootKey = keys();
            X500Name rootName = new X500Name("CN=Azure simulator test CA");
            root = certificate(rootName, rootName, rootKey, rootKey.getPrivate(), true);
            KeyPair serverKey = keys();
            X509Certificate server = certificate(rootName, new X500Name("CN=localhost"), serverKey,
                    rootKey.getPrivate(), false);
            context = context(serverKey.getPrivate(), server, root);
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException("cannot make the test certificates", e);
        }
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    private static X509Certificate certificate(X500Name issuer, X500Name subject, KeyPair keys, PrivateKey signer,
            boolean authority) throws GeneralSecurityException, IOException, OperatorCreationException {
        Instant now = Instant.now();
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(issuer,
                new BigInteger(120, new SecureRandom()), Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(Duration.ofDays(365))), subject, keys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
        builder.addExtension(Extension.subjectKeyIdentifier, false,
                new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
        if (authority) {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        } else {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false,
                    new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            List<GeneralName> names = new java.util.ArrayList<>();
            NAMES.forEach(name -> names.add(new GeneralName(GeneralName.dNSName, name)));
            ADDRESSES.forEach(address -> names.add(new GeneralName(GeneralName.iPAddress, address)));
            builder.addExtension(Extension.subjectAlternativeName, false,
                    new GeneralNames(names.toArray(GeneralName[]::new)));
        }
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer)));
    }

    private static SSLContext context(PrivateKey key, X509Certificate server, X509Certificate root)
            throws GeneralSecurityException, IOException {
        // Kept only in memory, because PKCS12 would spend ten thousand hash rounds on its protection.
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        store.setKeyEntry("server", key, new char[0], new Certificate[]{server, root});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        SSLContext made = SSLContext.getInstance("TLS");
        made.init(factory.getKeyManagers(), null, null);
        return made;
    }

    SSLContext context() {
        return context;
    }

    /** Names and addresses in the server certificate. */
    public List<String> serverNames() {
        List<String> all = new java.util.ArrayList<>(NAMES);
        all.addAll(ADDRESSES);
        return all;
    }

    /** The same in PEM format. */
    public String pem() {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(root);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return text.toString();
    }
}

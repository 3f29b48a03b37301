package io.azureccm.credential.standin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A temporary certificate authority, and servers with its certificates. */
public final class Authority {
    private final String signature;
    private final KeyPair key;
    private final KeyPair serverKey;
    private final X509Certificate certificate;
    private final Map<String, SSLContext> servers = new ConcurrentHashMap<>();

    /** With elliptic curve keys, which are fast to create. */
    public Authority() {
        this("EC");
    }

    /**
     * @param algorithm of the keys: EC, or RSA like Azure's
     */
    public Authority(String algorithm) {
        signature = algorithm.equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
        key = pair(algorithm);
        serverKey = pair(algorithm);
        certificate = signed(new X500Name("CN=CA of the stand-in"), key, key, null);
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /** Writes the certificate of the authority as a PEM file. */
    public Path write(Path file) {
        try {
            return Files.writeString(file, pem(certificate));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    public static String pem(X509Certificate certificate) {
        try {
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static KeyPair pair(String algorithm) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            if (algorithm.equals("EC"))
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            else
                generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A certificate for a key, signed by this authority. */
    public X509Certificate certificate(String name, KeyPair of) {
        return signed(new X500Name("CN=leaf"), of, key, name);
    }

    /** The TLS context of a server with that name. */
    public SSLContext server(String name) {
        return servers.computeIfAbsent(name, this::context);
    }

    private SSLContext context(String name) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", serverKey.getPrivate(), new char[0],
                    new X509Certificate[]{certificate(name, serverKey)});
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private X509Certificate signed(X500Name subject, KeyPair of, KeyPair by, String name) {
        try {
            Instant now = Instant.now();
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(new X500Name("CN=CA of the stand-in"),
                    BigInteger.valueOf(System.nanoTime()), Date.from(now.minusSeconds(3600)),
                    Date.from(now.plusSeconds(86400)),
                    subject, of.getPublic());
            if (name == null)
                builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            else
                builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(
                        new GeneralName(name.matches("[0-9.]+") ? GeneralName.iPAddress : GeneralName.dNSName, name)));
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder(signature).build(by.getPrivate())));
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

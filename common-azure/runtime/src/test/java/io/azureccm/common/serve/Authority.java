package io.azureccm.common.serve;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate with its key: an authority, or what one has issued. */
public record Authority(X509Certificate certificate, KeyPair keys) {
    public static Authority create(String name) {
        KeyPair keys = newKeys();
        return new Authority(sign("CN=" + name, keys, "CN=" + name, keys, true), keys);
    }

    /** A certificate for a subject such as {@code CN=jane,O=ops}. */
    public Authority issue(String subject) {
        KeyPair theirs = newKeys();
        return new Authority(sign(certificate.getSubjectX500Principal().getName(), keys, subject, theirs, false),
                theirs);
    }

    public String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public String keyPem() {
        return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
    }

    private static String pem(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(der)
                + "\n-----END " + type + "-----\n";
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static X509Certificate sign(String issuer, KeyPair issuerKeys, String subject, KeyPair keys, boolean ca) {
        Instant now = Instant.now();
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(new X500Name(issuer),
                    BigInteger.valueOf(System.nanoTime()), Date.from(now.minus(1, ChronoUnit.DAYS)),
                    Date.from(now.plus(30, ChronoUnit.DAYS)), new X500Name(subject), keys.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
            return new JcaX509CertificateConverter().getCertificate(
                    builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKeys.getPrivate())));
        } catch (GeneralSecurityException | CertIOException | OperatorCreationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

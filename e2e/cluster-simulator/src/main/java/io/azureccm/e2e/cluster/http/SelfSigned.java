package io.azureccm.e2e.cluster.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;

/** A new key and its certificate, self-signed unless another certificate issued it. */
public record SelfSigned(X509Certificate certificate, KeyPair keys) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'")
            .withZone(ZoneOffset.UTC);
    private static final byte[] ECDSA_SHA256 = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02);
    private static final byte[] P256 = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07);
    private static final byte[] COMMON_NAME = oid(0x55, 0x04, 0x03);
    private static final byte[] ORGANIZATION = oid(0x55, 0x04, 0x0a);
    private static final byte[] ALTERNATIVE_NAMES = oid(0x55, 0x1d, 0x11);
    private static final byte[] BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13);
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int OCTETS = 0x04;
    private static final int P256_BYTES = 32;

    /** For a user, or for a server with these names and addresses. */
    public static SelfSigned create(String commonName, List<String> hosts) {
        try {
            KeyPair keys = newKeys();
            byte[] name = name(commonName, List.of());
            return certified(body(name, name, extensions(hosts), keys), keys, keys);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("making a certificate", e);
        }
    }

    /** A client certificate, with this one as the authority. */
    public SelfSigned issue(String commonName, List<String> organizations) {
        try {
            KeyPair theirs = newKeys();
            byte[] body = body(certificate.getSubjectX500Principal().getEncoded(), name(commonName, organizations),
                    new byte[0], theirs);
            return certified(body, theirs, keys);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("making a certificate", e);
        }
    }

    private static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static SelfSigned certified(byte[] body, KeyPair keys, KeyPair issuer) throws GeneralSecurityException {
        return new SelfSigned((X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(signed(body, issuer))), keys);
    }

    /** The certificate, which is its own authority, as PEM. */
    public String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The private key as PEM, in the format of kubeconfigs by k3s and kubeadm. */
    public String keyPem() {
        byte[] number = ((ECPrivateKey) keys.getPrivate()).getS().toByteArray();
        byte[] fixed = new byte[P256_BYTES];
        int length = Math.min(number.length, P256_BYTES);
        System.arraycopy(number, number.length - length, fixed, P256_BYTES - length, length);
        return pem("EC PRIVATE KEY",
                tagged(SEQUENCE, tagged(0x02, new byte[]{1}), tagged(OCTETS, fixed), tagged(0xa0, P256)));
    }

    private static String pem(String what, byte[] der) {
        String text = Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(der);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }

    @Override
    public String toString() {
        return "SelfSigned[" + certificate.getSubjectX500Principal() + "]";
    }

    private static byte[] body(byte[] issuer, byte[] subject, byte[] extensions, KeyPair keys) {
        byte[] version = tagged(0xa0, tagged(0x02, new byte[]{2}));
        byte[] serial = tagged(0x02, new BigInteger(63, new SecureRandom()).add(BigInteger.ONE).toByteArray());
        Instant now = Instant.now();
        byte[] validity = tagged(SEQUENCE, time(now.minus(Duration.ofHours(1))), time(now.plus(Duration.ofDays(365))));
        return tagged(SEQUENCE, version, serial, tagged(SEQUENCE, ECDSA_SHA256), issuer, validity, subject,
                keys.getPublic().getEncoded(), extensions);
    }

    private static byte[] name(String commonName, List<String> organizations) {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        organizations.forEach(each -> parts.writeBytes(part(ORGANIZATION, each)));
        parts.writeBytes(part(COMMON_NAME, commonName));
        return tagged(SEQUENCE, parts.toByteArray());
    }

    private static byte[] part(byte[] type, String value) {
        return tagged(SET, tagged(SEQUENCE, type, tagged(0x0c, value.getBytes(StandardCharsets.UTF_8))));
    }

    private static byte[] extensions(List<String> hosts) {
        byte[] authority = tagged(SEQUENCE, BASIC_CONSTRAINTS, tagged(0x01, new byte[]{-1}),
                tagged(OCTETS, tagged(SEQUENCE, tagged(0x01, new byte[]{-1}))));
        byte[][] all = hosts.stream().map(SelfSigned::host).toArray(byte[][]::new);
        byte[] names = tagged(SEQUENCE, ALTERNATIVE_NAMES, tagged(OCTETS, tagged(SEQUENCE, all)));
        return tagged(0xa3, hosts.isEmpty() ? tagged(SEQUENCE, authority) : tagged(SEQUENCE, authority, names));
    }

    private static byte[] signed(byte[] body, KeyPair keys) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(body);
        byte[] bits = signature.sign();
        byte[] padded = new byte[bits.length + 1];
        System.arraycopy(bits, 0, padded, 1, bits.length);
        return tagged(SEQUENCE, body, tagged(SEQUENCE, ECDSA_SHA256), tagged(0x03, padded));
    }

    private static byte[] host(String name) {
        return name.equals("127.0.0.1")
                ? tagged(0x87, new byte[]{127, 0, 0, 1})
                : tagged(0x82, name.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] time(Instant instant) {
        return tagged(0x18, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] oid(int... bytes) {
        byte[] content = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            content[i] = (byte) bytes[i];
        }
        return tagged(0x06, content);
    }

    /** A DER element: tag, length in the shortest form, concatenated parts. */
    private static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        if (length < 0x80) {
            element.write(length);
        } else if (length < 0x100) {
            element.write(0x81);
            element.write(length);
        } else {
            element.write(0x82);
            element.write(length >> 8);
            element.write(length & 0xff);
        }
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }
}

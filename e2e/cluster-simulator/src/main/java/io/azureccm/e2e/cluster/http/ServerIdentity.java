package io.azureccm.e2e.cluster.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A key made on the spot and a certificate for it, signed by itself, for 127.0.0.1, localhost and the in-cluster names. */
public final class ServerIdentity {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'")
            .withZone(ZoneOffset.UTC);
    private static final byte[] ECDSA_SHA256 = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02);
    private static final byte[] COMMON_NAME = oid(0x55, 0x04, 0x03);
    private static final byte[] ALTERNATIVE_NAMES = oid(0x55, 0x1d, 0x11);
    private static final byte[] BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13);
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int OCTETS = 0x04;

    private final SSLContext context;
    private final Certificate certificate;

    private ServerIdentity(SSLContext context, Certificate certificate) {
        this.context = context;
        this.certificate = certificate;
    }

    public static ServerIdentity create() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            byte[] der = signed(body(keys.getPublic().getEncoded()), keys);
            Certificate certificate = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(der));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", keys.getPrivate(), new char[0], new Certificate[]{certificate});
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, null);
            return new ServerIdentity(context, certificate);
        } catch (GeneralSecurityException | java.io.IOException e) {
            throw new IllegalStateException("making a certificate", e);
        }
    }

    public SSLContext context() {
        return context;
    }

    /** The certificate, which is its own authority, as PEM. */
    public String pem() {
        try {
            String text = Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(certificate.getEncoded());
            return "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] body(byte[] publicKey) {
        byte[] version = tagged(0xa0, tagged(0x02, new byte[]{2}));
        byte[] serial = tagged(0x02, new BigInteger(63, new SecureRandom()).add(BigInteger.ONE).toByteArray());
        byte[] common = tagged(0x0c, "cluster-simulator".getBytes(StandardCharsets.UTF_8));
        byte[] name = tagged(SEQUENCE, tagged(SET, tagged(SEQUENCE, COMMON_NAME, common)));
        Instant now = Instant.now();
        byte[] validity = tagged(SEQUENCE, time(now.minus(Duration.ofHours(1))), time(now.plus(Duration.ofDays(365))));
        byte[] authority = tagged(SEQUENCE, BASIC_CONSTRAINTS, tagged(0x01, new byte[]{-1}),
                tagged(OCTETS, tagged(SEQUENCE, tagged(0x01, new byte[]{-1}))));
        byte[] names = tagged(SEQUENCE, ALTERNATIVE_NAMES,
                tagged(OCTETS, tagged(SEQUENCE, tagged(0x87, new byte[]{127, 0, 0, 1}),
                        dns("localhost"), dns("kubernetes"), dns("kubernetes.default"),
                        dns("kubernetes.default.svc"))));
        byte[] extensions = tagged(0xa3, tagged(SEQUENCE, authority, names));
        return tagged(SEQUENCE, version, serial, tagged(SEQUENCE, ECDSA_SHA256), name, validity, name, publicKey,
                extensions);
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

    private static byte[] dns(String name) {
        return tagged(0x82, name.getBytes(StandardCharsets.US_ASCII));
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

    /** A DER element: tag, length in the shortest form, the parts one after the other. */
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

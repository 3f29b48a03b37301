package io.azureccm.common.serve.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * A generated P-256 key with a self-signed server certificate, for a port without configured files. The JDK can read
 * certificates but not create them, hence the few RFC 5280 structures in DER that are needed.
 */
public record SelfSigned(X509Certificate certificate, PrivateKey key) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'")
            .withZone(ZoneOffset.UTC);
    private static final int SERIAL_BITS = 127;
    private static final int LONG_FORM = 0x80;

    /** ASN.1 tags. */
    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BITS = 0x03;
    private static final int OCTETS = 0x04;
    private static final int OID = 0x06;
    private static final int TEXT = 0x0c;
    private static final int TIMESTAMP = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int VERSION = 0xa0;
    private static final int EXTENSIONS = 0xa3;
    private static final int DNS_NAME = 0x82;
    private static final int IP_ADDRESS = 0x87;

    private static final byte[] ECDSA_SHA256 = der(OID, bytes(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
    private static final byte[] COMMON_NAME = der(OID, bytes(0x55, 0x04, 0x03));
    private static final byte[] KEY_USAGE = der(OID, bytes(0x55, 0x1d, 0x0f));
    private static final byte[] ALTERNATIVE_NAMES = der(OID, bytes(0x55, 0x1d, 0x11));
    private static final byte[] EXTENDED_USAGE = der(OID, bytes(0x55, 0x1d, 0x25));
    private static final byte[] SERVER = der(OID, bytes(0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01));
    private static final byte[] DIGITAL_SIGNATURE = der(BITS, bytes(0x07, 0x80));

    /** For {@code localhost} and these addresses, valid for a year from an hour before {@code now}. */
    public static SelfSigned create(List<InetAddress> addresses, Instant now) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            byte[] body = body("localhost@" + now.getEpochSecond(), addresses, now, keys.getPublic().getEncoded());
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(body);
            byte[] certificate = der(SEQUENCE, body, der(SEQUENCE, ECDSA_SHA256), bits(signature.sign()));
            return new SelfSigned((X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(certificate)), keys.getPrivate());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has P-256 and X.509", impossible);
        }
    }

    @Override
    public String toString() {
        return "SelfSigned[" + certificate.getSubjectX500Principal() + "]";
    }

    private static byte[] body(String commonName, List<InetAddress> addresses, Instant now, byte[] publicKey) {
        byte[] name = der(SEQUENCE, der(SET,
                der(SEQUENCE, COMMON_NAME, der(TEXT, commonName.getBytes(StandardCharsets.UTF_8)))));
        Instant from = now.minus(Duration.ofHours(1));
        byte[] validity = der(SEQUENCE, time(from), time(from.plus(Duration.ofDays(365))));
        byte[] serial = new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE).toByteArray();
        return der(SEQUENCE, der(VERSION, der(INTEGER, bytes(2))), der(INTEGER, serial),
                der(SEQUENCE, ECDSA_SHA256), name, validity, name, publicKey,
                der(EXTENSIONS, der(SEQUENCE, extension(KEY_USAGE, true, DIGITAL_SIGNATURE),
                        extension(EXTENDED_USAGE, false, der(SEQUENCE, SERVER)),
                        extension(ALTERNATIVE_NAMES, false, names(addresses)))));
    }

    private static byte[] names(List<InetAddress> addresses) {
        ByteArrayOutputStream names = new ByteArrayOutputStream();
        names.writeBytes(der(DNS_NAME, "localhost".getBytes(StandardCharsets.US_ASCII)));
        addresses.forEach(address -> names.writeBytes(der(IP_ADDRESS, address.getAddress())));
        return der(SEQUENCE, names.toByteArray());
    }

    private static byte[] extension(byte[] oid, boolean critical, byte[] value) {
        return critical
                ? der(SEQUENCE, oid, der(BOOLEAN, bytes(0xff)), der(OCTETS, value))
                : der(SEQUENCE, oid, der(OCTETS, value));
    }

    private static byte[] time(Instant at) {
        return der(TIMESTAMP, TIME.format(at).getBytes(StandardCharsets.US_ASCII));
    }

    /** A bit string of whole bytes. */
    private static byte[] bits(byte[] content) {
        return der(BITS, bytes(0), content);
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        int size = content.size();
        if (size < LONG_FORM) {
            all.write(size);
        } else {
            byte[] length = BigInteger.valueOf(size).toByteArray();
            int skipped = length[0] == 0 ? 1 : 0;
            all.write(LONG_FORM | length.length - skipped);
            all.write(length, skipped, length.length - skipped);
        }
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}

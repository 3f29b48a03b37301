package io.azureccm.common.arm.credential;

import io.azureccm.common.tls.CertificateFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The PEM file of an application in the form that the Azure SDK reads: a key in PKCS#8, and the certificate of that key before
 * all others, wherever it is in the file.
 */
final class PemIdentity {
    private static final Pattern KEY = block("PRIVATE KEY");
    private static final Pattern PLAIN_KEY = block("RSA PRIVATE KEY");
    private static final byte[] VERSION_AND_RSA = {2, 1, 0, 0x30, 13, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86,
            (byte) 0xf7, 13, 1, 1, 1, 5, 0};

    private PemIdentity() {}

    private static Pattern block(String name) {
        return Pattern.compile("-----BEGIN " + name + "-----([A-Za-z0-9+/=\\s]+)-----END " + name + "-----");
    }

    /** The content as it is if it has no RSA key: whoever reads it reports that. {@code key} and {@code file} name it in messages. */
    static byte[] readable(String key, String file, byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        Optional<byte[]> encoded = found(KEY, text)
                .or(() -> found(PLAIN_KEY, text).map(PemIdentity::withAlgorithm));
        if (encoded.isEmpty())
            return content;
        List<X509Certificate> certificates = CertificateFiles.certificates(CertificateFiles.ofText(key, file, text));
        try {
            RSAPrivateKey secret = (RSAPrivateKey) KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(encoded.get()));
            certificates.sort(Comparator.comparing(each -> !belongs(each, secret)));
            StringBuilder pem = new StringBuilder(pem("PRIVATE KEY", encoded.get()));
            for (X509Certificate certificate : certificates)
                pem.append(pem("CERTIFICATE", certificate.getEncoded()));
            return pem.toString().getBytes(StandardCharsets.US_ASCII);
        } catch (GeneralSecurityException noRsaKey) {
            return content;
        }
    }

    private static Optional<byte[]> found(Pattern block, String text) {
        Matcher found = block.matcher(text);
        return found.find() ? Optional.of(Base64.getMimeDecoder().decode(found.group(1))) : Optional.empty();
    }

    private static boolean belongs(X509Certificate certificate, RSAPrivateKey secret) {
        return certificate.getPublicKey() instanceof RSAPublicKey open
                && open.getModulus().equals(secret.getModulus());
    }

    /** PKCS#8 is the plain key (PKCS#1) after the name of its algorithm. */
    private static byte[] withAlgorithm(byte[] plain) {
        byte[] key = element(4, plain);
        return element(0x30, ByteBuffer.allocate(VERSION_AND_RSA.length + key.length)
                .put(VERSION_AND_RSA)
                .put(key)
                .array());
    }

    private static byte[] element(int tag, byte[] content) {
        return ByteBuffer.allocate(content.length + 4)
                .put((byte) tag)
                .put((byte) 0x82)
                .putShort((short) content.length)
                .put(content)
                .array();
    }

    private static String pem(String name, byte[] der) {
        return "-----BEGIN " + name + "-----\n"
                + Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(der)
                + "\n-----END " + name + "-----\n";
    }
}

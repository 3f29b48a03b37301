package io.azureccm.credential.identity;

import io.azureccm.credential.http.PemCertificates;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.text.JsonText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * Signs a client assertion (RFC 7523) with the application's certificate from a PEM or PKCS#12 file with an RSA key.
 */
public final class CertificateAssertion implements Function<URI, String> {
    private static final int SECONDS = 600;

    private final String clientId;
    private final String file;
    private final String password;
    private PrivateKey key;
    private final List<Certificate> chain = new ArrayList<>();

    public CertificateAssertion(String clientId, String file, String password) {
        this.clientId = clientId;
        this.file = file;
        this.password = password;
    }

    @Override
    public String apply(URI audience) {
        byte[] content;
        try {
            content = Files.readAllBytes(Path.of(file));
        } catch (IOException | InvalidPathException unreadable) {
            throw wrong("does not exist or cannot be read");
        }
        try {
            if (new String(content, StandardCharsets.ISO_8859_1).contains("-----BEGIN "))
                readPem(content);
            else
                readStore(content);
            return signed(audience);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException unreadable) {
            throw wrong("cannot be read as PEM or PKCS#12 with the password in aadClientCertPassword");
        }
    }

    private Failure wrong(String what) {
        return new Failure("the certificate file in aadClientCertPath " + what);
    }

    private void readStore(byte[] content) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(new ByteArrayInputStream(content), password.toCharArray());
        for (String alias : java.util.Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias) && key == null) {
                key = (PrivateKey) store.getKey(alias, password.toCharArray());
                chain.addAll(List.of(store.getCertificateChain(alias)));
            }
        }
        check();
    }

    private void readPem(byte[] content) throws GeneralSecurityException {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        byte[] encoded = block(text, "PRIVATE KEY");
        if (encoded == null) {
            byte[] bare = block(text, "RSA PRIVATE KEY");
            if (bare == null)
                throw wrong("has no unencrypted RSA private key");
            encoded = withAlgorithm(bare);
        }
        key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        PemCertificates certificates = new PemCertificates();
        certificates.add(content);
        for (X509Certificate certificate : certificates.all()) {
            // The application's own certificate comes first, whatever the order in the file.
            chain.add(belongs(certificate) ? 0 : chain.size(), certificate);
        }
        check();
    }

    private boolean belongs(X509Certificate certificate) {
        return certificate.getPublicKey() instanceof RSAPublicKey open && key instanceof RSAPrivateKey secret
                && open.getModulus().equals(secret.getModulus());
    }

    private void check() {
        if (!(key instanceof RSAPrivateKey) || chain.isEmpty())
            throw wrong("has no RSA key with a certificate");
        if (!belongs((X509Certificate) chain.getFirst()))
            throw wrong("has a key that belongs to none of its certificates");
    }

    private static byte[] block(String text, String name) {
        String begin = "-----BEGIN " + name + "-----";
        int from = text.indexOf(begin);
        int to = text.indexOf("-----END " + name + "-----");
        return from < 0 || to < from ? null : Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
    }

    /** Wraps a plain RSA key (PKCS#1) as PKCS#8, which names the algorithm. */
    private static byte[] withAlgorithm(byte[] bare) {
        byte[] algorithm = {2, 1, 0, 0x30, 13, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 13, 1, 1, 1, 5,
                0};
        byte[] key = element(4, bare);
        return element(0x30, ByteBuffer.allocate(algorithm.length + key.length).put(algorithm).put(key).array());
    }

    private static byte[] element(int tag, byte[] content) {
        return ByteBuffer.allocate(content.length + 4)
                .put((byte) tag)
                .put((byte) 0x82)
                .putShort((short) content.length)
                .put(content)
                .array();
    }

    private String signed(URI audience) throws GeneralSecurityException {
        long now = System.currentTimeMillis() / 1000;
        StringBuilder claims = new StringBuilder("{\"aud\":");
        JsonText.quoted(claims, audience.toString());
        claims.append(",\"iss\":");
        JsonText.quoted(claims, clientId);
        claims.append(",\"sub\":");
        JsonText.quoted(claims, clientId);
        claims.append(
                ",\"jti\":\"" + UUID.randomUUID() + "\",\"nbf\":" + (now - 60) + ",\"exp\":" + (now + SECONDS) + "}");
        String text = base64(header().getBytes(StandardCharsets.UTF_8)) + "."
                + base64(claims.toString().getBytes(StandardCharsets.UTF_8));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(key);
        signature.update(text.getBytes(StandardCharsets.US_ASCII));
        return text + "." + base64(signature.sign());
    }

    /**
     * With the entire chain, since an application may be registered by subject name and issuer instead of by
     * thumbprint.
     */
    private String header() throws GeneralSecurityException {
        StringBuilder header = new StringBuilder("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"x5t\":\"");
        header.append(base64(MessageDigest.getInstance("SHA-1").digest(chain.getFirst().getEncoded())))
                .append("\",\"x5c\":[");
        for (int i = 0; i < chain.size(); i++)
            header.append(i == 0 ? "\"" : ",\"").append(encoded(chain.get(i))).append('"');
        return header.append("]}").toString();
    }

    private static String encoded(Certificate certificate) throws CertificateEncodingException {
        return Base64.getEncoder().encodeToString(certificate.getEncoded());
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}

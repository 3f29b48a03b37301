package io.azureccm.common.tls;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Reads CA certificates from PEM files. Content that cannot be used causes an {@link IllegalArgumentException} with a
 * one-line message.
 */
public final class CertificateFiles {
    private static final Pattern PEM = Pattern
            .compile("-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----([A-Za-z0-9+/=\\s]+)-----END");

    /**
     * The content of the files.
     *
     * @param source  name in messages
     * @param texts   texts by their names in messages
     * @param runtime whether the CAs of the Java runtime are included
     */
    public record Content(String source, Map<String, String> texts, boolean runtime) {}

    private CertificateFiles() {}

    /** The CAs of the Java runtime and those of {@code SSL_CERT_FILE} and {@code SSL_CERT_DIR}. */
    public static Content ofEnvironment(Map<String, String> environment) {
        Map<String, String> texts = new LinkedHashMap<>();
        String file = environment.getOrDefault("SSL_CERT_FILE", "").trim();
        if (!file.isEmpty()) {
            texts.putAll(ofFile("SSL_CERT_FILE", Path.of(file)).texts());
        }
        for (String directory : environment.getOrDefault("SSL_CERT_DIR", "").split(File.pathSeparator)) {
            if (!directory.isBlank()) {
                readAll(Path.of(directory.trim()), texts);
            }
        }
        return new Content("SSL_CERT_FILE and SSL_CERT_DIR", texts, true);
    }

    /** The CAs of a single file, which {@code key} names in messages. */
    public static Content ofFile(String key, Path file) {
        return ofText(key, file.toString(), read(file, key));
    }

    /** CAs in a text that is not a file; messages name its {@code key} and its source. */
    public static Content ofText(String key, String source, String text) {
        if (!PEM.matcher(text).find())
            throw new IllegalArgumentException(key + ": " + source + " contains no PEM certificate");
        return new Content(source, Map.of(key + ":" + source, text), false);
    }

    /** All certificates in the texts, in order. */
    public static List<X509Certificate> certificates(Content content) {
        List<X509Certificate> found = new ArrayList<>();
        content.texts().forEach((name, text) -> found.addAll(parse(name, text)));
        return found;
    }

    /** A trust manager for the CAs in the content. */
    public static X509ExtendedTrustManager trust(Content content) {
        List<X509Certificate> added = certificates(content);
        try {
            if (added.isEmpty())
                return trust((KeyStore) null);
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            if (content.runtime()) {
                for (X509Certificate certificate : trust((KeyStore) null).getAcceptedIssuers()) {
                    store.setCertificateEntry("runtime-" + number++, certificate);
                }
            }
            for (X509Certificate certificate : added) {
                store.setCertificateEntry("added-" + number++, certificate);
            }
            return trust(store);
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException("the CA certificates cannot be used: " + unusable.getMessage(),
                    unusable);
        }
    }

    private static X509ExtendedTrustManager trust(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    /** A directory may contain other files; only files that look like certificates and are broken are errors. */
    private static void readAll(Path directory, Map<String, String> texts) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, Files::isRegularFile)) {
            TreeSet<Path> sorted = new TreeSet<>();
            files.forEach(sorted::add);
            sorted.forEach(file -> texts.put("SSL_CERT_DIR:" + file, read(file, "SSL_CERT_DIR")));
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("SSL_CERT_DIR: " + directory + " cannot be read", unreadable);
        }
    }

    private static String read(Path file, String key) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    key + ": " + file + (Files.exists(file) ? " cannot be read" : " does not exist"), unreadable);
        }
    }

    private static List<X509Certificate> parse(String name, String text) {
        List<X509Certificate> found = new ArrayList<>();
        Matcher block = PEM.matcher(text);
        while (block.find()) {
            try {
                byte[] der = Base64.getMimeDecoder().decode(block.group(1));
                found.add((X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(der)));
            } catch (CertificateException | IllegalArgumentException broken) {
                int colon = name.indexOf(':');
                throw new IllegalArgumentException(name.substring(0, colon) + ": certificate " + (found.size() + 1)
                        + " of " + name.substring(colon + 1) + " cannot be read", broken);
            }
        }
        return found;
    }
}

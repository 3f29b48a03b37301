package io.azureccm.common.arm;

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
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * The CAs that servers are checked against: those of the Java runtime and, added to them, all certificates of the PEM file in
 * {@code SSL_CERT_FILE} and of the files in the directories of {@code SSL_CERT_DIR}. One context serves ARM, the token service
 * and, where wanted, the Kubernetes API. A file that cannot be used is an {@link IllegalArgumentException} of one line.
 */
public record TrustedCertificates(SSLContext context, X509TrustManager trustManager, List<X509Certificate> added) {
    private static final Pattern PEM = Pattern
            .compile("-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----([A-Za-z0-9+/=\\s]+)-----END");

    public TrustedCertificates {
        added = List.copyOf(added);
    }

    public static TrustedCertificates from(Map<String, String> environment) {
        List<X509Certificate> added = new ArrayList<>();
        String file = environment.getOrDefault("SSL_CERT_FILE", "").trim();
        if (!file.isEmpty()) {
            List<X509Certificate> found = read(Path.of(file), "SSL_CERT_FILE");
            if (found.isEmpty())
                throw new IllegalArgumentException("SSL_CERT_FILE: " + file + " holds no PEM certificate");
            added.addAll(found);
        }
        for (String directory : environment.getOrDefault("SSL_CERT_DIR", "").split(File.pathSeparator)) {
            if (!directory.isBlank()) {
                added.addAll(readAll(Path.of(directory.trim())));
            }
        }
        return with(added);
    }

    private static TrustedCertificates with(List<X509Certificate> added) {
        try {
            X509TrustManager standard = trustManager(null);
            if (added.isEmpty())
                return new TrustedCertificates(context(standard), standard, added);
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (X509Certificate certificate : standard.getAcceptedIssuers()) {
                store.setCertificateEntry("runtime-" + number++, certificate);
            }
            for (X509Certificate certificate : added) {
                store.setCertificateEntry("added-" + number++, certificate);
            }
            X509TrustManager all = trustManager(store);
            return new TrustedCertificates(context(all), all, added);
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException("the CA certificates cannot be used: " + unusable.getMessage(),
                    unusable);
        }
    }

    private static X509TrustManager trustManager(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509TrustManager) factory.getTrustManagers()[0];
    }

    private static SSLContext context(X509TrustManager trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new X509TrustManager[]{trust}, null);
        return context;
    }

    /** A directory may hold other things than certificates; only what looks like one and is broken is an error. */
    private static List<X509Certificate> readAll(Path directory) {
        List<X509Certificate> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, Files::isRegularFile)) {
            for (Path file : files) {
                found.addAll(read(file, "SSL_CERT_DIR"));
            }
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("SSL_CERT_DIR: " + directory + " cannot be read", unreadable);
        }
        return found;
    }

    private static List<X509Certificate> read(Path file, String variable) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    variable + ": " + file + (Files.exists(file) ? " cannot be read" : " does not exist"), unreadable);
        }
        List<X509Certificate> found = new ArrayList<>();
        Matcher block = PEM.matcher(text);
        while (block.find()) {
            try {
                byte[] der = Base64.getMimeDecoder().decode(block.group(1));
                found.add((X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(der)));
            } catch (CertificateException | IllegalArgumentException broken) {
                throw new IllegalArgumentException(
                        variable + ": certificate " + (found.size() + 1) + " of " + file + " cannot be read", broken);
            }
        }
        return found;
    }
}

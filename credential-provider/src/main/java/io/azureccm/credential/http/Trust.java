package io.azureccm.credential.http;

import io.azureccm.credential.report.Failure;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusted server certificates: those of the system, of the files in SSL_CERT_FILE and SSL_CERT_DIR, or given ones.
 * Files are read when the first certificate is verified, and only possible issuers are decoded.
 */
public final class Trust extends X509ExtendedTrustManager {
    private static final List<String> BUNDLES = List.of("/etc/ssl/certs/ca-certificates.crt",
            "/etc/pki/tls/certs/ca-bundle.crt",
            "/etc/ssl/ca-bundle.pem", "/etc/pki/tls/cacert.pem", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
            "/etc/ssl/cert.pem");
    private static final List<String> DIRECTORIES = List.of("/etc/ssl/certs", "/etc/pki/tls/certs");

    private final List<String> bundles;
    private final List<String> directories;
    private PemCertificates certificates;
    private SSLContext context;

    private Trust(List<String> bundles, List<String> directories, PemCertificates certificates) {
        this.bundles = bundles;
        this.directories = directories;
        this.certificates = certificates;
    }

    public static Trust ofSystem(Map<String, String> environment) {
        String file = environment.getOrDefault("SSL_CERT_FILE", "");
        String directory = environment.getOrDefault("SSL_CERT_DIR", "");
        return new Trust(file.isEmpty() ? BUNDLES : List.of(file),
                directory.isEmpty() ? DIRECTORIES : List.of(directory.split(":")), null);
    }

    /** Trusts only these certificates. */
    public static Trust in(PemCertificates certificates) {
        return new Trust(List.of(), List.of(), certificates);
    }

    /** The problem with the server's certificate, or null if the failure has another cause. */
    static String problem(IOException failed) {
        for (Throwable cause = failed.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException)
                return String.valueOf(cause.getMessage());
        }
        return null;
    }

    SSLSocketFactory sockets() {
        try {
            if (context == null) {
                context = SSLContext.getInstance("TLS");
                context.init(null, new TrustManager[]{this}, null);
            }
            return context.getSocketFactory();
        } catch (GeneralSecurityException absent) {
            throw new Failure("this Java runtime has no TLS");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checking(chain).checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checking(chain).checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checking(chain).checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw new CertificateException("there are no clients");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw new CertificateException("there are no clients");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("there are no clients");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    private X509ExtendedTrustManager checking(X509Certificate[] chain) throws CertificateException {
        Set<TrustAnchor> anchors = new HashSet<>();
        for (X509Certificate each : chain) {
            add(anchors, certificates().withSubject(each.getSubjectX500Principal().getEncoded()));
            add(anchors, certificates().withSubject(each.getIssuerX500Principal().getEncoded()));
        }
        if (anchors.isEmpty())
            // Equal names may be encoded differently; the decoded certificates compare correctly.
            add(anchors, certificates().all());
        if (anchors.isEmpty())
            throw new CertificateException("found no trusted certificates"
                    + (bundles.size() == 1 ? " in " + bundles.getFirst() : " on this machine"));
        try {
            PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, new X509CertSelector());
            parameters.setRevocationEnabled(false);
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(new CertPathTrustManagerParameters(parameters));
            return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
        } catch (GeneralSecurityException absent) {
            throw new CertificateException("this Java runtime cannot check certificates");
        }
    }

    private static void add(Set<TrustAnchor> anchors, List<X509Certificate> certificates) {
        for (X509Certificate certificate : certificates)
            anchors.add(new TrustAnchor(certificate, null));
    }

    private PemCertificates certificates() {
        if (certificates != null)
            return certificates;
        certificates = new PemCertificates();
        for (String bundle : bundles) {
            if (read(Path.of(bundle)))
                break;
        }
        // The system's directories contain the same certificates again, as single files.
        if (certificates.isEmpty() || directories != DIRECTORIES)
            directories.forEach(this::readAll);
        return certificates;
    }

    private boolean read(Path file) {
        try {
            certificates.add(Files.readAllBytes(file));
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }

    private void readAll(String directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(directory))) {
            files.forEach(this::read);
        } catch (IOException unreadable) {
            // try the next one
        }
    }
}

package io.azureccm.common.arm.http;

import io.azureccm.common.tls.CertificateFiles;
import io.azureccm.common.tls.ReloadedTrust;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;

/**
 * The CAs that servers are verified against: those of the Java runtime, and in addition all certificates of the PEM file in
 * {@code SSL_CERT_FILE} and of the files in the directories of {@code SSL_CERT_DIR}. One context serves ARM and the token
 * service; replaced files apply from the next connection on. A file that cannot be used at the start is an
 * {@link IllegalArgumentException} with a one-line message.
 */
public record TrustedCertificates(SSLContext context, X509TrustManager trustManager, List<X509Certificate> added) {
    public TrustedCertificates {
        added = List.copyOf(added);
    }

    /** {@code added} is the current content of the files. */
    public static TrustedCertificates from(Map<String, String> environment) {
        Map<String, String> variables = Map.copyOf(environment);
        List<X509Certificate> added = CertificateFiles.certificates(CertificateFiles.ofEnvironment(variables));
        X509TrustManager trust = new ReloadedTrust(() -> CertificateFiles.ofEnvironment(variables));
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new X509TrustManager[]{trust}, null);
            return new TrustedCertificates(context, trust, added);
        } catch (GeneralSecurityException unusable) {
            throw new IllegalArgumentException("the CA certificates cannot be used: " + unusable.getMessage(),
                    unusable);
        }
    }
}

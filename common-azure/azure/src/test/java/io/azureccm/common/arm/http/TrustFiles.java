package io.azureccm.common.arm.http;

import io.azureccm.common.arm.credential.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Map;

/** Trust as an operator sets it up: through a PEM file named by the environment. */
public final class TrustFiles {
    public static final TrustedCertificates SHARED = trusting(TestCertificates.SHARED.ca);

    private TrustFiles() {}

    static TrustedCertificates trusting(X509Certificate... certificates) {
        try {
            Path file = Files.createTempFile("ca", ".pem");
            try {
                StringBuilder pem = new StringBuilder();
                for (X509Certificate certificate : certificates) {
                    pem.append(TestCertificates.pem(certificate));
                }
                Files.writeString(file, pem);
                return TrustedCertificates.from(Map.of("SSL_CERT_FILE", file.toString()));
            } finally {
                Files.delete(file);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}

package io.azureccm.common.arm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.arm.credential.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAs from SSL_CERT_FILE and SSL_CERT_DIR come on top of the runtime's, and what cannot be used is said. */
class TrustedCertificatesTest {
    private static final TestCertificates ONE = TestCertificates.SHARED;
    private static final TestCertificates TWO = TestCertificates.create("Second CA");

    @TempDir
    Path directory;

    @Test
    void bundleWithTextBetweenAddsAllItsCertificatesToTheRuntimes() throws Exception {
        Path file = Files.writeString(directory.resolve("bundle.pem"), "# first\n" + TestCertificates.pem(ONE.ca)
                + "\nsubject=second\n" + TestCertificates.pem("PRIVATE KEY", new byte[]{1, 2, 3})
                + TestCertificates.pem(TWO.ca).replace("\n", "\r\n"));

        TrustedCertificates trust = TrustedCertificates.from(Map.of("SSL_CERT_FILE", file.toString()));

        assertThat(trust.added()).containsExactly(ONE.ca, TWO.ca);
        assertThat(trust.trustManager().getAcceptedIssuers()).contains(ONE.ca, TWO.ca)
                .contains(TrustedCertificates.from(Map.of()).trustManager().getAcceptedIssuers());
    }

    @Test
    void directoriesAddTheirCertificatesAndMayHoldOtherThings() throws Exception {
        Path first = Files.createDirectory(directory.resolve("a"));
        Path second = Files.createDirectory(directory.resolve("b"));
        Files.writeString(first.resolve("one.crt"), TestCertificates.pem(ONE.ca));
        Files.writeString(first.resolve("README"), "no certificate");
        Files.createDirectory(first.resolve("private"));
        Files.writeString(second.resolve("two.pem"), TestCertificates.pem(TWO.ca));

        assertThat(TrustedCertificates.from(Map.of("SSL_CERT_DIR", first + ":" + second)).added())
                .isEqualTo(List.of(ONE.ca, TWO.ca));
    }

    @Test
    void unusableFilesAreNamed() throws Exception {
        Path missing = directory.resolve("missing.pem");
        Path empty = Files.writeString(directory.resolve("empty.pem"), "nothing");
        Path broken = Files.writeString(directory.resolve("broken.pem"), TestCertificates.pem(ONE.ca)
                + TestCertificates.pem("CERTIFICATE", new byte[]{1, 2, 3}));

        refuses("SSL_CERT_FILE", missing, "SSL_CERT_FILE: " + missing + " does not exist");
        refuses("SSL_CERT_FILE", empty, "SSL_CERT_FILE: " + empty + " contains no PEM certificate");
        refuses("SSL_CERT_FILE", broken, "SSL_CERT_FILE: certificate 2 of " + broken + " cannot be read");
        refuses("SSL_CERT_FILE", directory, "SSL_CERT_FILE: " + directory + " cannot be read");
        refuses("SSL_CERT_DIR", missing, "SSL_CERT_DIR: " + missing + " cannot be read");
    }

    private static void refuses(String variable, Path path, String message) {
        assertThatThrownBy(() -> TrustedCertificates.from(Map.of(variable, path.toString())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}

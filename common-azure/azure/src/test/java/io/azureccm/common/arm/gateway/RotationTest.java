package io.azureccm.common.arm.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenRequestContext;
import io.azureccm.common.arm.credential.FileCredential;
import io.azureccm.common.arm.credential.TestCertificates;
import io.azureccm.common.arm.http.TrustedCertificates;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** Files that are replaced while the process runs. */
class RotationTest {
    private static final TestCertificates ONE = TestCertificates.SHARED;
    private static final TestCertificates TWO = TestCertificates.create("Second CA");

    @TempDir
    Path directory;

    @Test
    void replacedCaCountsFromTheNextHandshakeAndABrokenOneChangesNothing() throws Exception {
        Path file = Files.writeString(directory.resolve("ca.pem"), TestCertificates.pem(ONE.ca));
        TrustedCertificates trust = TrustedCertificates.from(Map.of("SSL_CERT_FILE", file.toString()));
        trusts(trust, ONE);
        assertThatThrownBy(() -> trusts(trust, TWO)).isInstanceOf(CertificateException.class);

        Files.writeString(file, "half a cert");
        trusts(trust, ONE);
        Files.delete(file);
        trusts(trust, ONE);
        Files.writeString(file, TestCertificates.pem(TWO.ca));
        trusts(trust, TWO);
        assertThatThrownBy(() -> trusts(trust, ONE)).isInstanceOf(CertificateException.class);
    }

    @Test
    void replacedCredentialFileTakesEffectWithTheNextTokenAlsoBySwappedLinks() throws Exception {
        Path link = directory.resolve("current");
        Files.createSymbolicLink(link, Files.createDirectory(directory.resolve("v1")));
        Path file = link.resolve("cert.pem");
        Files.writeString(file, "one");
        FileCredential credential = new FileCredential("aadClientCertPath", file,
                content -> request -> Mono.just(new AccessToken(new String(content, StandardCharsets.UTF_8),
                        OffsetDateTime.MAX)));
        assertThat(token(credential)).isEqualTo("one");
        Path next = Files.createDirectory(directory.resolve("v2"));
        Files.writeString(next.resolve("cert.pem"), "two");
        Files.delete(link);
        assertThatThrownBy(() -> token(credential)).hasMessageContaining("aadClientCertPath: " + file);
        Files.createSymbolicLink(link, next);
        assertThat(token(credential)).isEqualTo("two");
    }

    private static String token(FileCredential credential) {
        return credential.getTokenSync(new TokenRequestContext().addScopes("s")).getToken();
    }

    private static void trusts(TrustedCertificates trust, TestCertificates by) throws CertificateException {
        trust.trustManager().checkServerTrusted(new X509Certificate[]{by.ca}, "RSA");
    }
}

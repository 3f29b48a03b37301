package io.azureccm.common.serve.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.serve.Authority;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate of a port: from files that are replaced, or made on the spot. */
class ServerKeysTest {
    private static final Authority CA = Authority.create("ca");

    @TempDir
    Path folder;
    private final AtomicLong nanos = new AtomicLong();

    private void write(Authority certificate, Authority key) throws Exception {
        Files.writeString(folder.resolve("tls.crt"), certificate.certificatePem());
        Files.writeString(folder.resolve("tls.key"), key.keyPem());
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    }

    private ServerKeys keys() {
        return new ServerKeys(folder.resolve("tls.crt"), folder.resolve("tls.key"), nanos::get);
    }

    private static X509Certificate shown(ServerKeys keys) {
        return keys.getCertificateChain(keys.chooseEngineServerAlias("EC", null, null))[0];
    }

    @Test
    void replacedFilesAreInUseWithTheNextHandshake() throws Exception {
        Authority first = CA.issue("CN=first");
        Authority second = CA.issue("CN=second");
        write(first, first);
        ServerKeys keys = keys();
        String begun = keys.chooseEngineServerAlias("EC", null, null);
        assertThat(shown(keys)).isEqualTo(first.certificate());

        write(second, second);
        assertThat(shown(keys)).isEqualTo(second.certificate());
        assertThat(keys.getCertificateChain(begun)[0]).as("of a handshake under way").isEqualTo(first.certificate());
        assertThat(keys.getPrivateKey(begun)).isEqualTo(first.keys().getPrivate());
    }

    @Test
    void filesThatCannotBeUsedChangeNothing() throws Exception {
        Authority first = CA.issue("CN=first");
        Authority second = CA.issue("CN=second");
        write(first, first);
        ServerKeys keys = keys();
        write(second, first);
        assertThat(shown(keys)).as("half replaced").isEqualTo(first.certificate());
        Files.writeString(folder.resolve("tls.crt"), "nothing");
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(shown(keys)).isEqualTo(first.certificate());
        Files.delete(folder.resolve("tls.key"));
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(shown(keys)).isEqualTo(first.certificate());
        write(second, second);
        assertThat(shown(keys)).isEqualTo(second.certificate());
    }

    @Test
    void filesThatCannotBeUsedAtTheStartAreNamed() throws Exception {
        write(CA.issue("CN=first"), CA.issue("CN=second"));
        assertThatThrownBy(this::keys).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tls.crt")
                .hasMessageContaining("the key does not belong to the certificate");
    }

    @Test
    void aCertificateMadeOnTheSpotIsOneOfAServerForAYear() throws Exception {
        Instant now = Instant.parse("2026-11-22T10:00:00Z");
        SelfSigned made = SelfSigned.create(
                List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("fd00::7")), now);
        X509Certificate certificate = made.certificate();
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=localhost@" + now.getEpochSecond());
        assertThat(certificate.getNotBefore().toInstant()).isEqualTo(now.minus(Duration.ofHours(1)));
        assertThat(certificate.getNotAfter().toInstant())
                .isEqualTo(now.plus(Duration.ofDays(365)).minus(Duration.ofHours(1)));
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getKeyUsage()).startsWith(true).containsSequence(true, false);
        assertThat(certificate.getSubjectAlternativeNames().toString()).contains("localhost", "127.0.0.1",
                "fd00:0:0:0:0:0:0:7");
        assertThat(new X509CertificateHolder(certificate.getEncoded()).isSignatureValid(
                new JcaContentVerifierProviderBuilder().build(certificate))).as("to another library").isTrue();
        assertThat(SelfSigned.create(List.of(), now).certificate().getSerialNumber())
                .isNotEqualTo(certificate.getSerialNumber());
    }

    @Test
    void aHandshakeWaitsForKeysThatAreBeingMade() throws Exception {
        SelfSigned made = SelfSigned.create(List.of(), Instant.now());
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        PendingKeys keys = new PendingKeys(() -> {
            asked.countDown();
            try {
                free.await();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
            return ServerKeys.of(made);
        });
        asked.await();
        CompletableFuture<String> alias = CompletableFuture
                .supplyAsync(() -> keys.chooseEngineServerAlias("EC", null, null));
        assertThatThrownBy(() -> alias.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        free.countDown();
        assertThat(keys.getCertificateChain(alias.get())).containsExactly(made.certificate());
        assertThat(keys.getPrivateKey(alias.get())).isEqualTo(made.key());
    }

    @Test
    void keysThatCannotBeMadeFailEachHandshake() {
        PendingKeys keys = new PendingKeys(() -> {
            throw new IllegalStateException("no P-256");
        });
        assertThatThrownBy(() -> keys.chooseEngineServerAlias("EC", null, null)).hasMessageContaining("no P-256");
    }
}

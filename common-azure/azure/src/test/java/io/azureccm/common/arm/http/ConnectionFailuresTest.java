package io.azureccm.common.arm.http;

import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.body;
import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.fails;
import static io.azureccm.common.arm.gateway.ScriptedArm.LB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.arm.ApiVersions;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.credential.TestCertificates;
import io.azureccm.common.arm.gateway.HttpCloudMetadata;
import io.azureccm.common.arm.gateway.PipelineArmGateway;
import io.azureccm.common.arm.gateway.ScriptedArm;
import io.azureccm.common.arm.gateway.ScriptedServer;
import io.azureccm.common.arm.operation.OperationSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges without an answer: whether the request can have been carried out, and one line that names the cause. */
class ConnectionFailuresTest {
    private final VirtualClock clock = new VirtualClock();

    @Test
    void refusedConnectionWasCertainlyNotSent() throws IOException {
        try (Socket silent = new Socket()) {
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String host = "localhost:" + silent.getLocalPort();

            ArmException error = fails(() -> gateway("https://" + host, TrustFiles.SHARED).put(LB, body(), ""));

            assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(error.code()).isEqualTo("ConnectionRefused");
            assertThat(error.status()).isZero();
            assertThat(error).hasMessageStartingWith("PUT loadBalancers/kubernetes: cannot reach " + host + ": ");
        }
    }

    @Test
    void unknownHostWasCertainlyNotSent() {
        ArmException error = fails(() -> gateway("https://arm.invalid", TrustFiles.SHARED).get(LB));

        assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(error.code()).isEqualTo("UnknownHost");
        assertThat(error).hasMessageContaining("cannot reach arm.invalid:443: the name arm.invalid cannot be resolved");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Other CA", "Test CA"})
    void serverWithAnotherCaIsNamedWithTheRemedyAlsoIfTheCaKeptItsName(String name) {
        try (ScriptedServer server = new ScriptedServer(TestCertificates.create(name))) {
            ArmException error = fails(() -> gateway(server.base(), TrustFiles.SHARED).put(LB, body(), ""));

            assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(error.code()).isEqualTo("CertificateNotTrusted");
            assertThat(error).hasMessageContaining(
                    "certificate of localhost is not trusted: add its CA with SSL_CERT_FILE");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void certificateOfAnotherHostIsNoMatterOfCas() {
        try (ScriptedServer server = new ScriptedServer(TestCertificates.SHARED.forHost("other.test"))) {
            ArmException error = fails(() -> gateway(server.base(), TrustFiles.SHARED).get(LB));

            assertThat(error.code()).isEqualTo("CertificateNotValid");
            assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(error).hasMessageContaining("localhost");
        }
    }

    @Test
    void brokenAnswerLeavesAWriteUnknown() {
        try (ScriptedServer server = new ScriptedServer()) {
            server.answer(ScriptedServer.CUT, "{\"id\":");

            ArmException error = fails(() -> gateway(server.base(), TrustFiles.SHARED).put(LB, body(), ""));

            assertThat(error.kind()).isEqualTo(Kind.UNKNOWN);
            assertThat(error.code()).isEqualTo("ConnectionLost");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void serverThatSpeaksNoTlsIsReported() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var connection = plain.accept()) {
                    connection.getInputStream().read();
                    connection.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
                } catch (IOException closed) {
                    return;
                }
            });

            ArmException error = fails(
                    () -> gateway("https://localhost:" + plain.getLocalPort(), TrustFiles.SHARED).get(LB));

            assertThat(error.status()).isZero();
            assertThat(error).hasMessageContaining("localhost:" + plain.getLocalPort());
        }
    }

    @Test
    void metadataIsFetchedWithTheSameCasAndFailsInOneLine() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            server.answer(200, "[]").answer(404, "");
            HttpCloudMetadata metadata = new HttpCloudMetadata(TrustFiles.SHARED.context(), "agent/1");
            URI url = URI.create(server.base() + "/metadata/endpoints?api-version=2019-05-01");

            assertThat(metadata.get(url)).asString().isEqualTo("[]");
            assertThatThrownBy(() -> metadata.get(url)).isInstanceOf(IOException.class).hasMessage("HTTP 404");
            HttpCloudMetadata untrusting = new HttpCloudMetadata(TrustedCertificates.from(Map.of()).context(),
                    "agent/1");
            assertThatThrownBy(() -> untrusting.get(url)).isInstanceOf(IOException.class)
                    .hasMessageContaining("add its CA with SSL_CERT_FILE");
        }
    }

    private PipelineArmGateway gateway(String base, TrustedCertificates trust) {
        ArmWire wire = ScriptedArm.wire(base, ScriptedArm.tokens(request -> "token", clock), trust, clock);
        return new PipelineArmGateway(ArmEndpoint.of(base), ApiVersions.AZURE, wire, OperationSettings.DEFAULT,
                ResponseLimits.DEFAULT, clock);
    }
}

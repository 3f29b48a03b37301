package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.e2e.cluster.ClusterOptions.Feature;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.http.SelfSigned;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The certificates of clients and of the server. */
class CertificatesTest {
    private ClusterSimulator cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = ClusterSimulator.start(ClusterOptions.defaults().with(Feature.TLS));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void clientCertificateIsUnauthorizedUnlessItIsKnown() throws Exception {
        SelfSigned user = SelfSigned.create("bot", List.of());
        String authority = cluster.certificateAuthority();
        assertThat(get(client(authority, user))).isEqualTo(401);
        cluster.access().addCertificate(user.certificate(), new Caller("bot", "", List.of("system:authenticated")));
        HttpClient known = client(authority, user);
        assertThat(get(known)).isEqualTo(403);
        cluster.access().addCertificate(user.certificate(), Caller.ADMIN);
        assertThat(get(known)).isEqualTo(200);
        cluster.access().revoke(user.certificate());
        assertThat(get(known)).isEqualTo(401);
        assertThat(get(client(authority, null))).isEqualTo(200);
    }

    @Test
    void replacedServerCertificateIsShownToEveryConnectionFromThenOn() throws Exception {
        String before = cluster.certificateAuthority();
        HttpClient open = client(before, null);
        assertThat(get(open)).isEqualTo(200);
        cluster.replaceCertificate();
        assertThatThrownBy(() -> get(open)).isInstanceOf(SSLHandshakeException.class);
        assertThat(get(client(cluster.certificateAuthority(), null))).isEqualTo(200);
    }

    private int get(HttpClient client) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(cluster.url() + "/api/v1/services")).build(),
                BodyHandlers.ofString()).statusCode();
    }

    private static HttpClient client(String authority, SelfSigned user) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(authority.getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(user == null ? null : keys(user), trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static KeyManager[] keys(SelfSigned user) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("user", user.keys().getPrivate(), new char[0], new Certificate[]{user.certificate()});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }
}

package io.azureccm.common.serve;

import io.azureccm.common.config.options.ServingOptions;
import io.azureccm.common.serve.port.PortProtocol;
import io.azureccm.common.serve.tls.PendingKeys;
import io.azureccm.common.serve.tls.SelfSigned;
import io.azureccm.common.serve.tls.ServerKeys;
import io.azureccm.common.serve.tls.ServerTls;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedKeyManager;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLHostConfigCertificate.Type;
import org.apache.tomcat.util.net.SSLUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Serves TLS on the port with the certificate from the flags, or with a self-signed one created at start, and requests client
 * certificates. If {@code server.ssl} names a certificate or disables TLS, it takes precedence.
 */
public final class SecurePort implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {
    private static final Logger LOG = LoggerFactory.getLogger(SecurePort.class);

    private final ServingOptions options;
    private final Instant now;

    /** {@code now} is the start of the validity of a self-signed certificate. */
    public SecurePort(ServingOptions options, Instant now) {
        this.options = options;
        this.now = now;
    }

    /** After Spring Boot's own customizer, which applies the {@code server} properties. */
    @Override
    public int getOrder() {
        return 1;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        if (factory.getPort() < 0)
            return;
        factory.setProtocol(PortProtocol.class.getName());
        Ssl given = factory.getSsl();
        if (given != null && !given.isEnabled()) {
            LOG.warn("The port serves plain HTTP: tokens sent to it can be read in transit");
            return;
        }
        Http2 http2 = new Http2();
        http2.setEnabled(options.tls().http2());
        factory.setHttp2(http2);
        if (given != null && Stream.of(given.getCertificate(), given.getKeyStore(), given.getBundle())
                .anyMatch(each -> each != null && !each.isEmpty()))
            return;
        factory.setSsl(null);
        SSLHostConfig host = host(given);
        factory.addConnectorCustomizers(connector -> secure(connector, host));
    }

    private static void secure(Connector connector, SSLHostConfig host) {
        AbstractHttp11Protocol<?> protocol = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
        connector.setScheme("https");
        connector.setSecure(true);
        protocol.setSSLEnabled(true);
        protocol.addSslHostConfig(host);
    }

    private SSLHostConfig host(Ssl given) {
        SSLHostConfig host = new SSLHostConfig();
        host.setProtocols(String.join("+", given != null && given.getEnabledProtocols() != null
                ? List.of(given.getEnabledProtocols())
                : options.tls().protocols()));
        List<String> ciphers = given != null && given.getCiphers() != null
                ? List.of(given.getCiphers())
                : options.tls().cipherSuites();
        List<String> retired = CipherSuites.retired(ciphers);
        if (!retired.isEmpty())
            LOG.warn("--tls-cipher-suites: this platform no longer has {}; the port offers the others",
                    String.join(", ", retired));
        X509ExtendedKeyManager keys = keys();
        SSLContext context = ServerTls.context(keys);
        List<String> suites = ciphers.isEmpty() ? CipherSuites.usual(context) : CipherSuites.named(ciphers);
        // Tomcat's static table of cipher suites is filled on first use, which must not happen concurrently.
        synchronized (SecurePort.class) {
            host.setCiphers(String.join(",", suites));
            host.getJsseCipherNames();
        }
        host.setCertificateVerification("optional");
        SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(host, Type.UNDEFINED);
        certificate.setSslContext(SSLUtil.createSSLContext(context, keys, ServerTls.ANY_CLIENT));
        host.addCertificate(certificate);
        return host;
    }

    /** Throws an {@link IllegalArgumentException} with a one-line message for files and cipher suites that cannot be used. */
    public static void check(ServingOptions.TlsOptions tls) {
        CipherSuites.named(tls.cipherSuites());
        fromFiles(tls);
    }

    private X509ExtendedKeyManager keys() {
        return fromFiles(options.tls()).orElseGet(() -> {
            if (!options.tls().certDirectory().isEmpty())
                LOG.warn("There is no tls.crt with a tls.key in {}: the port uses a self-signed certificate",
                        options.tls().certDirectory());
            List<InetAddress> addresses = addresses();
            return new PendingKeys(() -> ServerKeys.of(SelfSigned.create(addresses, now)));
        });
    }

    private static Optional<X509ExtendedKeyManager> fromFiles(ServingOptions.TlsOptions tls) {
        return tls.found().map(files -> new ServerKeys(Path.of(files.certificate()), Path.of(files.key())));
    }

    private List<InetAddress> addresses() {
        List<InetAddress> addresses = new ArrayList<>(List.of(InetAddress.ofLiteral("127.0.0.1")));
        try {
            InetAddress bound = InetAddress.ofLiteral(options.bindAddress());
            if (!bound.isAnyLocalAddress() && !addresses.contains(bound))
                addresses.add(bound);
        } catch (IllegalArgumentException aNameOrNothing) {
            LOG.debug("--bind-address={} is not an address that a certificate can name", options.bindAddress());
        }
        return addresses;
    }
}

package io.azureccm.common.serve.port;

import jakarta.servlet.ServletRequest;
import java.net.InetAddress;
import java.util.Optional;
import org.apache.catalina.connector.Connector;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * A second listener of the server for health probes, in plain HTTP, with threads of its own. Whoever occupies the other port
 * does not keep probes from it.
 */
public final class HealthPort implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {
    private static final int THREADS = 4;
    private static final int CONNECTIONS = 64;
    private static final int TIMEOUT_MILLIS = 5_000;

    private final int port;
    private final String address;
    private volatile Optional<Connector> connector = Optional.empty();

    /** {@code port} 0 means no such listener; {@code address} is an IP address. */
    public HealthPort(int port, String address) {
        this.port = port;
        this.address = address;
    }

    /** After Spring Boot's own customizer, which sets the port of the server. */
    @Override
    public int getOrder() {
        return 1;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        if (port == 0 || factory.getPort() < 0)
            return;
        if (factory.getPort() == port)
            throw new IllegalArgumentException("azureccm.health.port: " + port
                    + " is also the port of --secure-port or --server.port: choose another one, or 0 for none");
        PortProtocol protocol = new PortProtocol();
        protocol.setAddress(InetAddress.ofLiteral(address));
        protocol.setMinSpareThreads(1);
        protocol.setMaxThreads(THREADS);
        protocol.setMaxConnections(CONNECTIONS);
        protocol.setConnectionTimeout(TIMEOUT_MILLIS);
        // Probes have no body: a thread that waits for one would be missing for others.
        protocol.setMaxSwallowSize(0);
        Connector made = new Connector(protocol);
        made.setPort(port);
        factory.addAdditionalConnectors(made);
        connector = Optional.of(made);
    }

    /** Whether the request came in on this port. */
    public boolean hasReceived(ServletRequest request) {
        return connector.filter(own -> own.getLocalPort() == request.getLocalPort()).isPresent();
    }
}

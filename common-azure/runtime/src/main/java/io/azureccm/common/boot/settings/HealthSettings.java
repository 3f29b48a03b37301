package io.azureccm.common.boot.settings;

import io.azureccm.common.net.IpAddress;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A second port for health probes only, which need not be reachable by anything but the kubelet.
 *
 * @param port    Port that serves /livez, /readyz and /healthz over HTTP, and nothing else; 0 for none. The port of
 *                --secure-port serves them, too.
 *
 * @param address IP address that this port listens on.
 */
@ConfigurationProperties("azureccm.health")
public record HealthSettings(@DefaultValue("0") int port, @DefaultValue("127.0.0.1") String address) {
    private static final int MAX_PORT = 65_535;

    public HealthSettings {
        InvalidSetting.unless(port >= 0 && port <= MAX_PORT, "port", port, "a port from 1 to 65535, or 0 for none");
        InvalidSetting.unless(IpAddress.parse(address).isPresent(), "address", address,
                "an IP address such as 127.0.0.1, 0.0.0.0 or ::");
    }
}

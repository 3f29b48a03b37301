package io.azureccm.common.boot.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The probe proxy of the node agent, profile {@code agent}: it removes the PROXY protocol header from health probes on their
 * way to kube-proxy.
 *
 * @param enabled    Whether the agent runs the probe proxy.
 * @param port       Port it listens on, on all addresses of the node. The flag --health-check-port is another name of it.
 * @param targetPort Port of localhost to which it forwards requests: kube-proxy's health port. The flag --target-port is
 *                   another name of it.
 */
@ConfigurationProperties("azureccm.probe-proxy")
public record ProbeProxySettings(@DefaultValue("false") boolean enabled,
        @DefaultValue("" + ProbeProxySettings.DEFAULT_PORT) int port,
        @DefaultValue("" + ProbeProxySettings.DEFAULT_TARGET_PORT) int targetPort) {
    private static final int MAX_PORT = 65_535;
    private static final int DEFAULT_PORT = 10_356;
    private static final int DEFAULT_TARGET_PORT = 10_256;

    public ProbeProxySettings {
        InvalidSetting.unless(isPort(port), "port", port, "a port from 1 to 65535");
        InvalidSetting.unless(isPort(targetPort), "target-port", targetPort, "a port from 1 to 65535");
        InvalidSetting.unless(port != targetPort, "target-port", targetPort,
                "a port other than azureccm.probe-proxy.port");
    }

    /** True if ports are set for a proxy that does not run. */
    public boolean isInert() {
        return !enabled && (port != DEFAULT_PORT || targetPort != DEFAULT_TARGET_PORT);
    }

    private static boolean isPort(int port) {
        return port >= 1 && port <= MAX_PORT;
    }
}

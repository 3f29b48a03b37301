package io.azureccm.node;

import io.azureccm.common.boot.settings.AgentSettings;
import io.azureccm.common.boot.settings.ConditionSettings;
import io.azureccm.common.boot.settings.ProbeProxySettings;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.machine.imds.InstanceMetadata;
import io.azureccm.node.probe.ProbeProxy;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;

/**
 * The node controller for the single node it runs on (Spring profile {@code agent}). It reads the machine's instance
 * metadata service. The node name comes from {@code --node-name}, the variable {@code NODE_NAME}, or the host name, in
 * this order.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@Profile("agent")
class NodeAgentApplication {
    private static final Logger log = LoggerFactory.getLogger(NodeAgentApplication.class);

    @Bean
    NodeAgent nodeAgent(ControllerOptions options, KubernetesClient kubernetes, AgentSettings settings,
            ConditionSettings conditions, Environment environment) throws UnknownHostException {
        String name = settings.nodeName().isEmpty()
                ? environment.getProperty("NODE_NAME", "")
                : settings.nodeName();
        String node = name.isEmpty() ? InetAddress.getLocalHost().getHostName() : name;
        return new NodeAgent(options, kubernetes, node.toLowerCase(Locale.ROOT),
                new InstanceMetadata(settings.metadataAddress()), conditions.options());
    }

    /** Only runs if it is enabled in the settings. */
    @Bean
    ProbeProxy probeProxy(ProbeProxySettings settings) {
        if (settings.isInert())
            log.warn("The probe proxy's port settings have no effect because azureccm.probe-proxy.enabled is not true");
        return new ProbeProxy(settings);
    }
}

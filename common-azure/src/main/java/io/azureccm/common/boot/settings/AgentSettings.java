package io.azureccm.common.boot.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The agent of the node-controller, profile {@code agent}.
 *
 * @param nodeName        Name of the Node the agent looks after. Without it the variable NODE_NAME, then the host name.
 * @param metadataAddress Where the metadata service of the machine is.
 */
@ConfigurationProperties("azureccm.agent")
public record AgentSettings(@DefaultValue("") String nodeName,
        @DefaultValue("http://169.254.169.254") String metadataAddress) {}

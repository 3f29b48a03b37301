package io.azureccm.common.boot.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The agent of the node-controller, profile {@code agent}.
 *
 * @param nodeName        Name of the Node that the agent manages. Defaults to the environment variable NODE_NAME, then to the
 *                        host name.
 *
 * @param metadataAddress Address of the machine's metadata service.
 */
@ConfigurationProperties("azureccm.agent")
public record AgentSettings(@DefaultValue("") String nodeName,
        @DefaultValue("http://169.254.169.254") String metadataAddress) {}

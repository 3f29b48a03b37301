package io.azureccm.e2e.suite.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;

/**
 * Properties that ARM adds by itself and that no controller sends: the recorded states do not hold them, the simulator shows
 * them as the real ARM does. A value other than the default is kept, so that a decision is never hidden.
 */
final class ArmFilled {
    /** Lists of what refers to a resource, and rules that every security group has. */
    private static final Set<String> BACK_REFERENCES = Set.of("defaultSecurityRules", "subnets", "networkInterfaces");

    private static final Map<String, String> DEFAULTS = Map.of("tier", "\"Regional\"",
            "ddosSettings", "{\"protectionMode\":\"VirtualNetworkInherited\"}",
            "disableBgpRoutePropagation", "false");

    private ArmFilled() {}

    static boolean isFilledIn(String key, JsonNode value) {
        return (BACK_REFERENCES.contains(key) && value.isArray())
                || (DEFAULTS.containsKey(key) && value.toString().equals(DEFAULTS.get(key)));
    }
}

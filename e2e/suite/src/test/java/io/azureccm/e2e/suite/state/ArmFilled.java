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
            "disableBgpRoutePropagation", "false", "enableTcpReset", "false", "numberOfProbes", "1");

    private ArmFilled() {}

    static boolean isFilledIn(String key, JsonNode value) {
        return (BACK_REFERENCES.contains(key) && value.isArray()) || repeatsTheOnlyPool(key, value)
                || (DEFAULTS.containsKey(key) && value.toString().equals(DEFAULTS.get(key)));
    }

    /** A rule with one pool shows it twice: as {@code backendAddressPool} and as a list of one reference. */
    private static boolean repeatsTheOnlyPool(String key, JsonNode value) {
        return key.equals("backendAddressPools") && value.size() == 1 && value.get(0).size() == 1
                && value.get(0).has("id");
    }

    /** Of a subnet that is referred to, ARM keeps the id alone, whatever else was sent with it. */
    static boolean isReference(String key) {
        return key.equals("subnet");
    }
}

package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A subnet of the virtual network. */
public record Subnet(ObjectNode json) implements ArmElement {
    /** Whether network policies apply to private link services; they can only get addresses from a subnet where they do not. */
    public static final String POLICY = "privateLinkServiceNetworkPolicies";

    /** A subnet that was not read yet: it counts as existing, without address ranges. */
    public static final Subnet UNKNOWN = new Subnet(ArmJson.object());
    private static final String DISABLED = "Disabled";

    /** The address ranges as spelled by Azure. */
    public List<String> prefixes() {
        List<String> prefixes = new ArrayList<>(ArmJson.texts(json, "properties", "addressPrefixes"));
        prefixes.add(ArmJson.text(json, "properties", "addressPrefix"));
        return prefixes;
    }

    /** {@link #POLICY}, "" if Azure shows none. */
    public String policy() {
        return ArmJson.text(json, "properties", POLICY);
    }

    /** A copy that allows addresses for private link services; empty if this one already does. */
    public Optional<Subnet> opened() {
        if (json.path("properties").isMissingNode() || policy().equalsIgnoreCase(DISABLED))
            return Optional.empty();
        ObjectNode next = json.deepCopy();
        ArmJson.properties(next).put(POLICY, DISABLED);
        return Optional.of(new Subnet(next));
    }
}

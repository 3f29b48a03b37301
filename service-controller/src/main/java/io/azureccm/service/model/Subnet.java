package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A subnet of the virtual network. */
public record Subnet(ObjectNode json) implements ArmElement {
    /** Whether network policies apply to private link services, which can only take addresses where they do not. */
    public static final String POLICY = "privateLinkServiceNetworkPolicies";

    /** One that was not asked for yet: it counts as there, without address ranges. */
    public static final Subnet UNKNOWN = new Subnet(ArmJson.object());
    private static final String DISABLED = "Disabled";

    /** The address ranges as Azure spells them. */
    public List<String> prefixes() {
        List<String> prefixes = new ArrayList<>(ArmJson.texts(json, "properties", "addressPrefixes"));
        prefixes.add(ArmJson.text(json, "properties", "addressPrefix"));
        return prefixes;
    }

    /** {@link #POLICY}, "" where Azure shows none. */
    public String policy() {
        return ArmJson.text(json, "properties", POLICY);
    }

    /** The same for private link services to take addresses from; empty when they can already. */
    public Optional<Subnet> opened() {
        if (json.path("properties").isMissingNode() || policy().equalsIgnoreCase(DISABLED))
            return Optional.empty();
        ObjectNode next = json.deepCopy();
        ArmJson.properties(next).put(POLICY, DISABLED);
        return Optional.of(new Subnet(next));
    }
}

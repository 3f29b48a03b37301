package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.ReadOnlyGateway;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.preview.Preview;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An Azure of unknown content: it has a security group and nothing else. Used to check manifests on their own. */
final class UnknownAzure implements ReadOnlyGateway {
    private static final String GROUP = "unknown-nsg";
    /** Refusals that depend on what exists in Azure or in the cluster, which cannot be checked here. */
    private static final Set<String> DEPENDS_ON_WHAT_EXISTS = Set.of("SubnetNotFound", "SecurityGroupNotFound",
            "PublicIPNotFound", "VMSetNotFound", "UnknownLoadBalancer", "PublicIPsUnreadable", "AddressElsewhere",
            "NoLoadBalancerForNode");

    /** The cloud config of a cluster with one standard load balancer. */
    static ObjectNode cloudConfig() {
        return JsonNodeFactory.instance.objectNode()
                .put("subscriptionId", "00000000-0000-0000-0000-000000000000")
                .put("resourceGroup", "unknown")
                .put("location", "unknown")
                .put("vnetName", "unknown")
                .put("subnetName", "unknown")
                .put("securityGroupName", GROUP)
                .put("loadBalancerSku", "standard")
                .put("vmType", "vmss");
    }

    static Map<String, List<ObjectNode>> objects() {
        return Map.of("services", List.of(), "nodes", List.of(), "endpointslices", List.of(), "namespaces", List.of());
    }

    /** Keeps the refusals that result from the manifests themselves; drops all changes, which are meaningless here. */
    static Preview judged(Preview preview) {
        return new Preview(preview.noun(), preview.known(),
                new Plan("manifests", List.of(),
                        preview.plan()
                                .refusals()
                                .stream()
                                .filter(each -> !DEPENDS_ON_WHAT_EXISTS.contains(each.code()))
                                .toList(),
                        Plan.Basis.NONE),
                List.of(), preview.limits(), preview.unread());
    }

    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        if (!id.toString().endsWith("/networkSecurityGroups/" + GROUP))
            return Optional.empty();
        ObjectNode group = JsonNodeFactory.instance.objectNode().put("id", id.toString()).put("name", GROUP);
        group.putObject("properties").putArray("securityRules");
        return Optional.of(group.put("location", "unknown").put("etag", "W/\"1\""));
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        return ArmList.of(List.of());
    }
}

package io.azureccm.common.kube.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.condition.ConditionChange;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Writes of a load balancer controller to a Service: its finalizer, its addresses, its conditions; nothing else. */
public record ServicePatches(ObjectPatcher patcher) {
    private static final String STATUS = "status";
    private static final String DEFAULT_MODE = "VIP";

    /**
     * Replaces the addresses, unless they are equivalent to those seen, and merges conditions by type, both in one patch;
     * {@code shown} receives the Service after the write.
     */
    public PatchOutcome status(Service seen, List<LoadBalancerIngress> wanted, ConditionChange conditions,
            Consumer<JsonNode> shown) {
        boolean same = sameAddresses(addressesOf(seen), wanted);
        if (same && conditions.isEmpty())
            return PatchOutcome.UNCHANGED;
        ObjectNode patch = Patches.empty();
        ObjectNode status = patch.withObjectProperty(STATUS);
        if (!same && wanted.isEmpty()) {
            status.withObjectProperty("loadBalancer").putNull("ingress");
        } else if (!same) {
            status.withObjectProperty("loadBalancer").set("ingress", Patches.list(wanted));
        }
        if (!conditions.isEmpty())
            status.set("conditions", Patches.conditions(conditions));
        return patcher.send(ObjectPath.of(seen), STATUS, patch, shown);
    }

    public PatchOutcome addFinalizer(Service seen, String finalizer) {
        if (seen.getMetadata().getFinalizers().contains(finalizer))
            return PatchOutcome.UNCHANGED;
        ObjectNode patch = Patches.empty();
        patch.withObjectProperty("metadata").set("finalizers", Patches.words(List.of(finalizer)));
        return patcher.send(ObjectPath.of(seen), STATUS, patch);
    }

    public PatchOutcome removeFinalizer(Service seen, String finalizer) {
        if (!seen.getMetadata().getFinalizers().contains(finalizer))
            return PatchOutcome.UNCHANGED;
        ObjectNode patch = Patches.empty();
        patch.withObjectProperty("metadata")
                .set("$deleteFromPrimitiveList/finalizers", Patches.words(List.of(finalizer)));
        return patcher.send(ObjectPath.of(seen), STATUS, patch);
    }

    /** Whether two lists of addresses are equivalent: the API server adds the mode {@code VIP} to each that has an IP. */
    public static boolean sameAddresses(List<LoadBalancerIngress> one, List<LoadBalancerIngress> other) {
        return one.stream().map(Address::of).toList().equals(other.stream().map(Address::of).toList());
    }

    private static List<LoadBalancerIngress> addressesOf(Service service) {
        return service.getStatus() == null || service.getStatus().getLoadBalancer() == null
                ? List.of()
                : service.getStatus().getLoadBalancer().getIngress();
    }

    private record Address(String ip, String hostname, String mode, List<?> ports) {
        static Address of(LoadBalancerIngress ingress) {
            String ip = Objects.requireNonNullElse(ingress.getIp(), "");
            String mode = ip.isEmpty() ? "" : Objects.requireNonNullElse(ingress.getIpMode(), DEFAULT_MODE);
            return new Address(ip, Objects.requireNonNullElse(ingress.getHostname(), ""), mode, ingress.getPorts());
        }
    }
}

package io.azureccm.common.kube.informer;

import io.azureccm.common.kube.condition.NodeConditions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Removes unused fields from objects before an informer caches them, in place. Trimmed objects must not be used for a PUT:
 * write with patches.
 */
public final class Trim {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private Trim() {}

    /** Removes what only the API server and kubectl need. */
    public static void metadata(HasMetadata object) {
        ObjectMeta meta = object.getMetadata();
        meta.setAdditionalProperties(Map.of());
        meta.setManagedFields(List.of());
        meta.setSelfLink(null);
        if (meta.getAnnotations() != null && meta.getAnnotations().containsKey(LAST_APPLIED)) {
            Map<String, String> annotations = new HashMap<>(meta.getAnnotations());
            annotations.remove(LAST_APPLIED);
            meta.setAnnotations(annotations);
        }
    }

    /**
     * Keeps metadata, spec and status. Removes annotations of Services that need no load balancer: not the type, no finalizer
     * that holds the Service until its load balancer is removed, no address in its status.
     */
    public static Consumer<Service> services() {
        return service -> {
            metadata(service);
            if (service.getSpec() == null) {
                service.setSpec(new ServiceSpec());
            }
            if (!isBalanced(service)) {
                service.getMetadata().setAnnotations(Map.of());
            }
        };
    }

    private static boolean isBalanced(Service service) {
        boolean hasAddress = service.getStatus() != null && service.getStatus().getLoadBalancer() != null
                && !service.getStatus().getLoadBalancer().getIngress().isEmpty();
        return "LoadBalancer".equals(service.getSpec().getType()) || hasAddress
                || !service.getMetadata().getFinalizers().isEmpty();
    }

    /** Keeps metadata, provider id, pod CIDRs, taints, addresses and conditions without their heartbeat. */
    public static Consumer<Node> nodes() {
        return node -> {
            metadata(node);
            NodeSpec spec = new NodeSpec();
            if (node.getSpec() != null) {
                spec.setProviderID(node.getSpec().getProviderID());
                spec.setPodCIDR(node.getSpec().getPodCIDR());
                spec.setPodCIDRs(node.getSpec().getPodCIDRs());
                spec.setTaints(node.getSpec().getTaints());
                spec.setUnschedulable(node.getSpec().getUnschedulable());
            }
            spec.setAdditionalProperties(Map.of());
            node.setSpec(spec);
            node.setAdditionalProperties(Map.of());
            NodeStatus status = empty();
            if (node.getStatus() != null) {
                status.setAddresses(node.getStatus().getAddresses());
                status.getAddresses().forEach(address -> address.setAdditionalProperties(Map.of()));
                status.setConditions(
                        node.getStatus().getConditions().stream().map(Trim::withoutHeartbeat).toList());
            }
            node.setStatus(status);
        };
    }

    /** Without the collections that a new one has: there is one for each node, and nothing is ever added to them. */
    private static NodeStatus empty() {
        NodeStatus status = new NodeStatus();
        status.setAdditionalProperties(Map.of());
        status.setAllocatable(Map.of());
        status.setCapacity(Map.of());
        status.setImages(List.of());
        status.setRuntimeHandlers(List.of());
        status.setVolumesAttached(List.of());
        status.setVolumesInUse(List.of());
        return status;
    }

    /** Keeps metadata, address type, ports, and of each endpoint its addresses, conditions, node and zone. */
    public static Consumer<EndpointSlice> endpointSlices() {
        return slice -> {
            metadata(slice);
            slice.getEndpoints().forEach(endpoint -> {
                endpoint.setTargetRef(null);
                endpoint.setHints(null);
                endpoint.setDeprecatedTopology(null);
            });
        };
    }

    /** Only the controllers' own conditions need their write time; kubelets change theirs every few minutes. */
    private static NodeCondition withoutHeartbeat(NodeCondition condition) {
        if (condition.getType() != null && condition.getType().startsWith(NodeConditions.OURS))
            return condition;
        condition.setLastHeartbeatTime(null);
        condition.setAdditionalProperties(Map.of());
        return condition;
    }
}

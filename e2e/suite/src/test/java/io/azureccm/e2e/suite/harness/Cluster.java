package io.azureccm.e2e.suite.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a user does to a Kubernetes API and sees in it; the same on the embedded one, on k3s and on any other. */
public final class Cluster implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;
    private final Map<String, String> uids = new TreeMap<>();
    private final Set<String> services = new TreeSet<>();
    private final List<String> nodes = new ArrayList<>();

    public Cluster(Path kubeconfig) {
        client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig.toFile())).build();
    }

    /** A node that is ready and has been initialised. */
    public void addNode(String name, String providerId, List<String> addresses, Map<String, String> labels) {
        addNode(name, providerId, addresses, labels, List.of());
    }

    public void addNode(String name, String providerId, List<String> addresses, Map<String, String> labels,
            List<String> podCidrs) {
        Map<String, String> all = new HashMap<>(labels);
        all.put("kubernetes.io/hostname", name);
        List<NodeAddress> shown = new ArrayList<>();
        addresses.forEach(address -> shown.add(new NodeAddress(address, "InternalIP")));
        shown.add(new NodeAddress(name, "Hostname"));
        Node node = new NodeBuilder().withNewMetadata()
                .withName(name)
                .withLabels(all)
                .endMetadata()
                .withNewSpec()
                .withProviderID(providerId)
                .withPodCIDR(podCidrs.isEmpty() ? null : podCidrs.getFirst())
                .withPodCIDRs(podCidrs)
                .endSpec()
                .build();
        nodes.add(name);
        Node created = client.nodes().resource(node).create();
        Node ready = new NodeBuilder(created).withNewStatus()
                .withAddresses(shown)
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
        client.nodes().resource(ready).updateStatus();
    }

    /** A node that has just joined: not ready, without provider id and addresses, and with the initialisation taint. */
    public void joinNode(String name, Map<String, String> labels, Map<String, String> annotations) {
        Map<String, String> all = new HashMap<>(labels);
        all.put("kubernetes.io/hostname", name);
        nodes.add(name);
        client.nodes()
                .resource(new NodeBuilder().withNewMetadata()
                        .withName(name)
                        .withLabels(all)
                        .withAnnotations(annotations)
                        .endMetadata()
                        .withNewSpec()
                        .addNewTaint()
                        .withKey("node.cloudprovider.kubernetes.io/uninitialized")
                        .withValue("true")
                        .withEffect("NoSchedule")
                        .endTaint()
                        .endSpec()
                        .build())
                .create();
    }

    /** What the kubelet, or the node controller of Kubernetes, says of the node: {@code True}, {@code False} or {@code Unknown}. */
    public void setReady(String name, String status) {
        client.nodes()
                .withName(name)
                .editStatus(node -> new NodeBuilder(node).editStatus()
                        .withConditions(new NodeConditionBuilder().withType("Ready").withStatus(status).build())
                        .endStatus()
                        .build());
    }

    /** The Node as the API shows it; empty when it is gone. */
    public Optional<JsonNode> node(String name) {
        return Optional.ofNullable(client.nodes().withName(name).get()).map(node -> JSON.valueToTree(node));
    }

    /** Reasons of the events about the node, in no order. */
    public Set<String> nodeEvents(String name) {
        Set<String> reasons = new TreeSet<>();
        client.v1().events().inAnyNamespace().list().getItems().forEach(event -> {
            if ("Node".equals(event.getInvolvedObject().getKind())
                    && name.equals(event.getInvolvedObject().getName()))
                reasons.add(event.getReason());
        });
        return reasons;
    }

    public void removeNode(String name) {
        client.nodes().withName(name).delete();
    }

    /** Every node as the API shows it, by name. */
    public Map<String, JsonNode> nodes() {
        Map<String, JsonNode> shown = new TreeMap<>();
        client.nodes()
                .list()
                .getItems()
                .forEach(node -> shown.put(node.getMetadata().getName(), JSON.valueToTree(node)));
        return shown;
    }

    /** Sets labels; a null value removes one. */
    public void labelNode(String name, Map<String, String> labels) {
        client.nodes().withName(name).edit(node -> {
            Map<String, String> changed = new HashMap<>(node.getMetadata().getLabels());
            labels.forEach((key, value) -> {
                if (value == null) {
                    changed.remove(key);
                } else {
                    changed.put(key, value);
                }
            });
            return new NodeBuilder(node).editMetadata().withLabels(changed).endMetadata().build();
        });
    }

    /** Creates or changes a Service as {@code kubectl apply --server-side} does. */
    public void apply(ObjectNode manifest) {
        Service wanted = JSON.convertValue(manifest, Service.class);
        Service applied = client.services().resource(wanted).forceConflicts().serverSideApply();
        uids.put(applied.getMetadata().getName(), applied.getMetadata().getUid());
        services.add(applied.getMetadata().getNamespace() + "/" + applied.getMetadata().getName());
    }

    /** Asks for the deletion of {@code namespace/name}; it is gone when the finalizers are. */
    public void delete(String service) {
        resource(service).delete();
    }

    public void deleteAllServices() {
        services.forEach(this::delete);
    }

    /** Name to UID of every Service that was ever applied. */
    public Map<String, String> uids() {
        return Map.copyOf(uids);
    }

    /** {@code namespace/name} to the Service as the API shows it, null when it is gone. */
    public Map<String, JsonNode> services() {
        Map<String, JsonNode> shown = new TreeMap<>();
        for (String service : services) {
            Service found = resource(service).get();
            shown.put(service, found == null ? null : JSON.valueToTree(found));
        }
        return shown;
    }

    /** Warning events about Services, as {@code name: Reason}. */
    public Set<String> warnings() {
        Set<String> warnings = new TreeSet<>();
        client.v1().events().inAnyNamespace().list().getItems().forEach(event -> {
            if ("Warning".equals(event.getType()) && "Service".equals(event.getInvolvedObject().getKind())
                    && uids.containsValue(event.getInvolvedObject().getUid())) {
                warnings.add(event.getInvolvedObject().getName() + ": " + event.getReason());
            }
        });
        return warnings;
    }

    /** Removes what this object has made, finalizers or not: a cluster that is not ours is left as it was. */
    public void cleanUp() {
        for (String service : services) {
            Service left = resource(service).get();
            if (left != null) {
                left.getMetadata().setFinalizers(List.of());
                client.services().resource(left).patch();
                resource(service).delete();
            }
        }
        nodes.forEach(this::removeNode);
    }

    @Override
    public void close() {
        client.close();
    }

    private Resource<Service> resource(String service) {
        String[] parts = service.split("/");
        return client.services().inNamespace(parts[0]).withName(parts[1]);
    }
}

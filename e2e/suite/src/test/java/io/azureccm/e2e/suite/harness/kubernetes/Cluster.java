package io.azureccm.e2e.suite.harness.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What a user does to a Kubernetes API and sees in it; the same on the embedded one, on k3s and on any other. */
public final class Cluster implements AutoCloseable {
    /** The label of all objects that are made here. */
    public static final String MARK = CreatedObjects.LABEL;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String APPLY = "application/apply-patch+yaml";

    private final KubernetesClient client;
    private final ApiRequests api;
    private final CreatedObjects made;
    private final ClusterNodes nodes;
    private final Optional<ClusterSimulator> simulator;
    private final boolean cleans;
    private final Map<String, String> uids = new TreeMap<>();
    private final Set<String> services = new TreeSet<>();

    private Cluster(Path kubeconfig, Optional<ClusterSimulator> simulator, boolean cleans) {
        this.client = new KubernetesClientBuilder().withConfig(patient(kubeconfig)).build();
        this.api = new ApiRequests(client);
        this.made = new CreatedObjects(api);
        this.nodes = new ClusterNodes(api, made);
        this.simulator = simulator;
        this.cleans = cleans;
    }

    /** However long the machine lets an answer wait, it is waited for as long as for anything in this suite. */
    private static Config patient(Path kubeconfig) {
        Config config = Config.fromKubeconfig(kubeconfig.toFile());
        config.setConnectionTimeout((int) SteadyState.BOUND.toMillis());
        config.setRequestTimeout((int) SteadyState.BOUND.toMillis());
        return config;
    }

    /** A cluster that nobody uses after this; nothing is taken away. */
    public Cluster(Path kubeconfig) {
        this(kubeconfig, Optional.empty(), false);
    }

    /**
     * The cluster of a scenario. One that is not embedded is cleaned of what killed scenarios left, now, and of what this one
     * made, at its end. An {@link AssertionError} says if it has nodes or load balancers of its own, which a controller would serve.
     */
    public static Cluster on(KubernetesTarget target) {
        Cluster cluster = new Cluster(target.kubeconfig(), target.simulator(), target.simulator().isEmpty());
        if (cluster.cleans) {
            cluster.made.removeLeftovers();
            cluster.refuseForeign();
        }
        return cluster;
    }

    private void refuseForeign() {
        List<String> foreign = new ArrayList<>();
        nodes.all().keySet().forEach(name -> foreign.add("Node " + name));
        made.list(ClusterPaths.SERVICES)
                .stream()
                .filter(service -> service.at("/spec/type").asText().equals("LoadBalancer"))
                .forEach(service -> foreign.add("Service " + service.at("/metadata/namespace").asText() + "/"
                        + service.at("/metadata/name").asText()));
        if (!foreign.isEmpty()) {
            close();
            throw new AssertionError("not a cluster to run the suite on, it has " + String.join(", ", foreign));
        }
    }

    /** The simulator behind it, for a check that adds to a scenario; empty on another API server. */
    public Optional<ClusterSimulator> simulator() {
        return simulator;
    }

    /** A node that is ready and has been initialised. */
    public void addNode(String name, String providerId, List<String> addresses, Map<String, String> labels) {
        nodes.add(name, providerId, addresses, labels, List.of());
    }

    public void addNode(String name, String providerId, List<String> addresses, Map<String, String> labels,
            List<String> podCidrs) {
        nodes.add(name, providerId, addresses, labels, podCidrs);
    }

    /** A node that has just joined: not ready, without provider id and addresses, and with the initialisation taint. */
    public void joinNode(String name, Map<String, String> labels, Map<String, String> annotations) {
        nodes.join(name, labels, annotations);
    }

    /** What the kubelet, or the node controller of Kubernetes, says of the node: {@code True}, {@code False} or {@code Unknown}. */
    public void setReady(String name, String status) {
        nodes.setReady(name, status);
    }

    /** Replaces the internal addresses of a node. */
    public void moveNode(String name, List<String> addresses) {
        nodes.move(name, addresses);
    }

    /** Gives a node that has none its pod CIDRs. */
    public void givePodCidrs(String name, List<String> cidrs) {
        nodes.givePodCidrs(name, cidrs);
    }

    /** The Node as the API shows it; empty when it is gone. */
    public Optional<JsonNode> node(String name) {
        return made.get(ClusterPaths.node(name)).map(node -> node);
    }

    /** Every node as the API shows it, by name. */
    public Map<String, JsonNode> nodes() {
        return nodes.all();
    }

    public void removeNode(String name) {
        remove(ClusterPaths.node(name));
    }

    /** These taints, each with the effect NoSchedule, and no others. */
    public void taintNode(String name, String... keys) {
        nodes.taint(name, List.of(keys));
    }

    /** Sets labels; a null value removes one. */
    public void labelNode(String name, Map<String, String> labels) {
        nodes.label(name, labels);
    }

    /** Reasons of the events about the node, in no order. */
    public Set<String> nodeEvents(String name) {
        return events().stream()
                .filter(event -> event.at("/involvedObject/kind").asText().equals("Node")
                        && event.at("/involvedObject/name").asText().equals(name))
                .map(event -> event.path("reason").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Events about objects made here, as the core API shows them. */
    public List<ObjectNode> events() {
        return made.events();
    }

    /** Messages of the events with this reason about the object, whoever made it. */
    public List<String> messages(String kind, String name, String reason) {
        return StreamSupport.stream(api.get(ClusterPaths.EVENTS).path("items").spliterator(), false)
                .filter(event -> event.at("/involvedObject/kind").asText().equals(kind)
                        && event.at("/involvedObject/name").asText().equals(name)
                        && event.path("reason").asText().equals(reason))
                .map(event -> event.path("message").asText())
                .toList();
    }

    /**
     * Creates or changes a Service, EndpointSlice, Lease or Namespace as {@code kubectl apply --server-side} does. An object of
     * somebody else is never changed.
     */
    public void apply(ObjectNode manifest) {
        String path = ClusterPaths.of(manifest);
        if (!made.isMade(path) && made.get(path).isPresent())
            throw new AssertionError(path + " is there already, and is not of this scenario");
        ObjectNode marked = manifest.deepCopy();
        marked.withObjectProperty("metadata").withObjectProperty("labels").put(CreatedObjects.LABEL, "true");
        JsonNode applied = api.patch(path + "?fieldManager=suite&force=true&fieldValidation=Strict", APPLY, marked);
        made.add(path, applied);
        if (manifest.path("kind").asText().equals("Service")) {
            String name = applied.at("/metadata/name").asText();
            uids.put(name, applied.at("/metadata/uid").asText());
            services.add(applied.at("/metadata/namespace").asText() + "/" + name);
        }
    }

    /** Asks for the deletion of the Service {@code namespace/name}; it is gone when the finalizers are. */
    public void delete(String service) {
        remove(pathOf(service));
    }

    /** Takes the finalizers of the Service {@code namespace/name} away by force and deletes it. */
    public void tearOut(String service) {
        ObjectNode patch = JSON.createObjectNode();
        patch.putObject("metadata").putNull("finalizers");
        api.patch(pathOf(service), ApiRequests.MERGE, patch);
        delete(service);
    }

    public void deleteSlice(String namespace, String name) {
        remove(ClusterPaths.slice(namespace, name));
    }

    public void deleteAllServices() {
        services.forEach(this::delete);
    }

    /** The lease as the API shows it; empty when there is none. */
    public Optional<ObjectNode> lease(String namespace, String name) {
        return made.get(ClusterPaths.lease(namespace, name));
    }

    /** Says that a lease is the scenario's own, whoever makes it; false when somebody else has it already. */
    public boolean claimLease(String namespace, String name) {
        boolean free = lease(namespace, name).isEmpty();
        if (free)
            made.claim(ClusterPaths.lease(namespace, name));
        return free;
    }

    /** Name to UID of every Service that was ever applied. */
    public Map<String, String> uids() {
        return Map.copyOf(uids);
    }

    /** The Service {@code namespace/name} as the API shows it; empty when it is gone. */
    public Optional<ObjectNode> service(String service) {
        return made.get(pathOf(service));
    }

    /** {@code namespace/name} to the Service as the API shows it, null when it is gone. */
    public Map<String, JsonNode> services() {
        Map<String, JsonNode> shown = new TreeMap<>();
        services.forEach(service -> shown.put(service, service(service).orElse(null)));
        return shown;
    }

    /** Warning events about Services, as {@code name: Reason}. */
    public Set<String> warnings() {
        return events().stream()
                .filter(event -> event.path("type").asText().equals("Warning")
                        && uids.containsValue(event.at("/involvedObject/uid").asText()))
                .map(event -> event.at("/involvedObject/name").asText() + ": " + event.path("reason").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A text that changes with every write to an object made here, and with every event about one; maybe with others. */
    public String fingerprint() {
        return simulator.map(api -> "version " + api.resourceVersion()).orElseGet(this::versions);
    }

    private String versions() {
        StringBuilder versions = new StringBuilder();
        services().values().forEach(service -> versions.append(version(service)));
        nodes().values().forEach(node -> versions.append(version(node)));
        events().forEach(event -> versions.append(version(event)));
        return versions.toString();
    }

    private static String version(JsonNode object) {
        return object == null ? " gone" : " " + object.at("/metadata/resourceVersion").asText();
    }

    /** Removes what this object has made, finalizers or not: a cluster that is not ours is left as it was. */
    public void cleanUp() {
        made.removeAll();
    }

    @Override
    public void close() {
        if (cleans)
            cleanUp();
        client.close();
    }

    private void remove(String path) {
        try {
            api.delete(path, JSON.createObjectNode());
        } catch (KubernetesClientException e) {
            if (KubeFailures.code(e) != 404)
                throw e;
        }
    }

    private static String pathOf(String service) {
        String[] parts = service.split("/");
        return ClusterPaths.service(parts[0], parts[1]);
    }
}

package io.azureccm.e2e.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.ClusterOptions.Feature;
import io.azureccm.e2e.cluster.api.Access;
import io.azureccm.e2e.cluster.api.ApiParts;
import io.azureccm.e2e.cluster.api.ApiServer;
import io.azureccm.e2e.cluster.api.DirectObjects;
import io.azureccm.e2e.cluster.api.call.ApiFaults;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.cluster.api.watch.Watches;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.http.HttpServer;
import io.azureccm.e2e.cluster.http.SelfSigned;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.rules.RulesTable;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A Kubernetes API in this process: the client-visible behaviour of a kube-apiserver 1.32 over an in-memory store,
 * without any controllers. Serves HTTP or HTTPS on the loopback address until closed; nothing is persisted.
 */
public final class ClusterSimulator implements AutoCloseable {
    private final String token = "admin-" + UUID.randomUUID();
    private final ObjectStore store;
    private final Watches watches;
    private final ApiParts parts;
    private volatile Optional<SelfSigned> identity;
    private final HttpServer server;
    private final DirectObjects objects;
    private final ClientAuthorities clientAuthorities = ClientAuthorities.create();

    private ClusterSimulator(ClusterOptions options) throws IOException {
        this.store = new ObjectStore(options.historyLimit(), options.versions());
        this.identity = options.has(Feature.TLS)
                ? Optional.of(newIdentity())
                : Optional.empty();
        ApiFaults faults = new ApiFaults();
        this.watches = new Watches(store, options.bookmarkInterval(), !options.has(Feature.CHUNKED_WATCHES),
                faults);
        this.parts = ApiParts.assemble(store, new RulesTable(options.network(),
                () -> List.copyOf(store.list("services", "", 0).objects().values()), options.random(),
                options.has(Feature.NODE_TAINTS)), options.clock(), options.random(), watches, faults);
        this.server = new HttpServer(InetAddress.getByName("127.0.0.1"), options.port(),
                identity.map(SelfSigned::context).orElse(null), new ApiServer(parts));
        this.objects = new DirectObjects(parts);
        parts.access().addToken(token, Caller.ADMIN);
    }

    /**
     * Any client that has the key of its certificate may connect; certificates are checked for each request, and unknown
     * ones get a 401.
     */
    private static SelfSigned newIdentity() {
        return SelfSigned.create("cluster-simulator",
                List.of("127.0.0.1", "localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"));
    }

    /** Starts a simulator on a random port with the defaults. */
    public static ClusterSimulator start() throws IOException {
        return start(ClusterOptions.defaults());
    }

    public static ClusterSimulator start(ClusterOptions options) throws IOException {
        ClusterSimulator simulator = new ClusterSimulator(options);
        BootstrapObjects.of(options.network(), simulator.port(), simulator.clientAuthorities).forEach(simulator::apply);
        simulator.server.start();
        return simulator;
    }

    public String url() {
        return (identity.isPresent() ? "https" : "http") + "://127.0.0.1:" + server.port();
    }

    public int port() {
        return server.port();
    }

    /** The administrator's bearer token; requests without a token act as the administrator, too. */
    public String token() {
        return token;
    }

    /** A kubeconfig for kubectl and other clients. */
    public String kubeconfig() {
        return kubeconfig(token);
    }

    /**
     * A kubeconfig whose user is a service account: its requests are authorised by the RBAC rules stored in the
     * cluster.
     */
    public String kubeconfigOf(String namespace, String serviceAccount) {
        return kubeconfig(parts.access().serviceAccountToken(namespace, serviceAccount));
    }

    /** The same for a stored pod of the service account: its token names the node of the pod. */
    public String kubeconfigOfPod(String namespace, String serviceAccount, String pod) {
        return kubeconfig(parts.access().podToken(namespace, serviceAccount, pod));
    }

    private String kubeconfig(String bearer) {
        String authority = certificateAuthority();
        String trust = authority.isEmpty()
                ? ""
                : "\n    certificate-authority-data: "
                        + Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: simulator
                  cluster:
                    server: %s%s
                users:
                - name: user
                  user:
                    token: %s
                contexts:
                - name: simulator
                  context:
                    cluster: simulator
                    user: user
                    namespace: default
                current-context: simulator
                """.formatted(url(), trust, bearer);
    }

    /** The PEM certificate to trust; empty for plain HTTP. */
    public String certificateAuthority() {
        return identity.map(SelfSigned::certificatePem).orElse("");
    }

    /**
     * Issues client certificates for servers that delegate authentication to the cluster; its own port knows none of
     * them.
     */
    public ClientAuthorities clientAuthorities() {
        return clientAuthorities;
    }

    /** A new token of a service account, which need not exist. */
    public String tokenOf(String namespace, String serviceAccount) {
        return parts.access().serviceAccountToken(namespace, serviceAccount);
    }

    /** Uses another certificate from now on, like after a rotation of the CA; closes open connections. */
    public void replaceCertificate() {
        SelfSigned next = newIdentity();
        identity = Optional.of(next);
        server.useTls(next.context());
    }

    public Path writeKubeconfig(Path file) throws IOException {
        return Files.writeString(file, kubeconfig());
    }

    /**
     * Applies like {@code kubectl apply --server-side --force-conflicts}, including the status if the tree has one:
     * fields of an earlier apply that this one omits are removed, fields set by others stay. Invalid objects cause an
     * ApiError.
     */
    public ObjectNode apply(ObjectNode object) {
        return objects.apply(object);
    }

    /** The same from YAML or JSON text. */
    public ObjectNode apply(String yaml) {
        return apply(Json.parse(yaml));
    }

    /**
     * Gets an object; {@code resource} may be plural, singular, short name or kind; namespace is "" for cluster-scoped
     * ones.
     */
    public Optional<ObjectNode> get(String resource, String namespace, String name) {
        return objects.get(resource, namespace, name);
    }

    /** All objects of a resource, in a namespace or everywhere if it is empty. */
    public List<ObjectNode> list(String resource, String namespace) {
        return objects.list(resource, namespace);
    }

    /** Deletes like a client would: an object with finalizers stays, marked for deletion. False if there was none. */
    public boolean delete(String resource, String namespace, String name) {
        return objects.delete(resource, namespace, name);
    }

    /** Applies a JSON merge patch to the status of an object, like a controller would. */
    public ObjectNode patchStatus(String resource, String namespace, String name, JsonNode status) {
        return objects.patch(resource, namespace, name, "status", Json.object().set("status", status));
    }

    /** The same for a given version of the object; causes an ApiError if there is a newer one. */
    public ObjectNode patchStatus(String resource, String namespace, String name, String seenVersion, JsonNode status) {
        ObjectNode patch = Json.object().set("status", status);
        Json.ensure(patch, "metadata").put("resourceVersion", seenVersion);
        return objects.patch(resource, namespace, name, "status", patch);
    }

    /** Applies a JSON merge patch to an object. */
    public ObjectNode patch(String resource, String namespace, String name, JsonNode patch) {
        return objects.patch(resource, namespace, name, "", patch);
    }

    /**
     * Answers a request for one object without a connection, as the administrator, and logs it: {@code path} is relative to the
     * server, {@code agent} is the user agent. Causes an ApiError for every error response. Faults do not apply.
     */
    public ObjectNode answer(String method, String path, String contentType, String agent, JsonNode body) {
        return objects.answer(new HttpRequest(method, "/" + path, Map.of(),
                Map.of("content-type", contentType, "user-agent", agent), Json.bytes(body), Optional.empty(),
                new ArrayList<>()));
    }

    public long resourceVersion() {
        return store.revision();
    }

    public ApiFaults faults() {
        return parts.faults();
    }

    /** The requests on resources that arrived over HTTP or through {@link #answer}. */
    public RequestLog requests() {
        return parts.log();
    }

    public Access access() {
        return parts.access();
    }

    public int openWatches() {
        return watches.count();
    }

    /** Ends all watches in the given way; returns their number. */
    public int endWatches(Watches.End how) {
        return watches.end(call -> true, how);
    }

    /** Ends the watches of one resource (plural). */
    public int endWatches(String plural, Watches.End how) {
        return watches.end(call -> call.type().plural().equals(plural), how);
    }

    /**
     * Drops the history: running watches and later ones from older versions get 410 Expired, and so do old continue
     * tokens.
     */
    public void expireHistory() {
        store.compact();
    }

    /** Breaks every open connection; new ones are accepted. */
    public void cutConnections() {
        server.cutAll();
    }

    @Override
    public void close() {
        watches.end(call -> true, Watches.End.CUT);
        parts.faults().clear();
        server.close();
    }
}

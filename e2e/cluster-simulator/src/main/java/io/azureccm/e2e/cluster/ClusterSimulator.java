package io.azureccm.e2e.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.Access;
import io.azureccm.e2e.cluster.api.ApiAssembly;
import io.azureccm.e2e.cluster.api.ApiParts;
import io.azureccm.e2e.cluster.api.ApiServer;
import io.azureccm.e2e.cluster.api.DirectObjects;
import io.azureccm.e2e.cluster.api.call.ApiFaults;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.cluster.api.watch.Watches;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.http.HttpServer;
import io.azureccm.e2e.cluster.http.ServerIdentity;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.rules.RulesTable;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A Kubernetes API in this process: what clients see of a kube-apiserver 1.32, over an in-memory store, without any
 * controllers behind it. Serves HTTP or HTTPS on the loopback address until closed; nothing is persisted.
 */
public final class ClusterSimulator implements AutoCloseable {
    private final String token = "admin-" + UUID.randomUUID();
    private final ObjectStore store;
    private final Watches watches;
    private final ApiParts parts;
    private volatile Optional<ServerIdentity> identity;
    private final HttpServer server;
    private final DirectObjects objects;
    private final ClientAuthorities clientAuthorities = ClientAuthorities.create();

    private ClusterSimulator(ClusterOptions options) throws IOException {
        this.store = new ObjectStore(options.historyLimit());
        this.identity = options.has(ClusterOptions.Feature.TLS)
                ? Optional.of(ServerIdentity.create())
                : Optional.empty();
        ApiFaults faults = new ApiFaults();
        this.watches = new Watches(store, options.bookmarkInterval(), options.has(ClusterOptions.Feature.WEB_SOCKETS),
                faults);
        this.parts = ApiAssembly.assemble(store, new RulesTable(options.network(),
                () -> List.copyOf(store.list("services", "", 0).objects().values()), options.random(),
                options.has(ClusterOptions.Feature.NODE_TAINTS)), options.clock(), options.random(), watches, faults);
        this.server = new HttpServer(InetAddress.getByName("127.0.0.1"), options.port(),
                identity.map(ServerIdentity::context).orElse(null), new ApiServer(parts, ClusterSimulator::report));
        this.objects = new DirectObjects(parts);
        parts.access().addToken(token, Caller.ADMIN);
    }

    /** Starts one on a random port with the defaults. */
    public static ClusterSimulator start() throws IOException {
        return start(ClusterOptions.defaults());
    }

    public static ClusterSimulator start(ClusterOptions options) throws IOException {
        ClusterSimulator simulator = new ClusterSimulator(options);
        FirstObjects.of(options.network(), simulator.port(), simulator.clientAuthorities).forEach(simulator::apply);
        simulator.server.start();
        return simulator;
    }

    public String url() {
        return (identity.isPresent() ? "https" : "http") + "://127.0.0.1:" + server.port();
    }

    public int port() {
        return server.port();
    }

    /** The administrator's bearer token; requests without any token are the administrator's too. */
    public String token() {
        return token;
    }

    /** A kubeconfig with which kubectl and other clients work as they are. */
    public String kubeconfig() {
        return kubeconfig(token);
    }

    /** A kubeconfig whose user is a service account: its requests are held to the RBAC rules stored in the cluster. */
    public String kubeconfigOf(String namespace, String serviceAccount) {
        return kubeconfig(parts.access().serviceAccountToken(namespace, serviceAccount));
    }

    private String kubeconfig(String bearer) {
        return Kubeconfig.of(url(), certificateAuthority(), bearer);
    }

    /** The PEM certificate to trust; empty for plain HTTP. */
    public String certificateAuthority() {
        return identity.map(ServerIdentity::pem).orElse("");
    }

    /** Issues the certificates with which clients are known to servers that ask the cluster; its own port has none of them. */
    public ClientAuthorities clientAuthorities() {
        return clientAuthorities;
    }

    /** A new token of a service account, which need not exist. */
    public String tokenOf(String namespace, String serviceAccount) {
        return parts.access().serviceAccountToken(namespace, serviceAccount);
    }

    /** Shows another certificate from now on, as after a rotation of the CA; open connections are cut. */
    public void replaceCertificate() {
        ServerIdentity next = ServerIdentity.create();
        identity = Optional.of(next);
        server.useTls(next.context());
    }

    public Path writeKubeconfig(Path file) throws IOException {
        return Files.writeString(file, kubeconfig());
    }

    /**
     * Applies as {@code kubectl apply --server-side --force-conflicts} does, status included when the tree has one: what an
     * earlier apply said and this one does not is removed, what others have set stays. Invalid objects throw ApiError.
     */
    public ObjectNode apply(ObjectNode object) {
        return objects.apply(object);
    }

    /** The same from YAML or JSON text. */
    public ObjectNode apply(String yaml) {
        return apply(Json.parse(yaml));
    }

    /** Looks an object up; {@code resource} may be plural, singular, short name or kind; namespace is "" for cluster-wide ones. */
    public Optional<ObjectNode> get(String resource, String namespace, String name) {
        return objects.get(resource, namespace, name);
    }

    /** All objects of a resource, in a namespace or everywhere when it is empty. */
    public List<ObjectNode> list(String resource, String namespace) {
        return objects.list(resource, namespace);
    }

    /** Deletes as a client would: with finalizers the object stays, marked. False when there was none. */
    public boolean delete(String resource, String namespace, String name) {
        return objects.delete(resource, namespace, name);
    }

    /** Merges a JSON merge patch into the status of an object, as a controller would. */
    public ObjectNode patchStatus(String resource, String namespace, String name, JsonNode status) {
        return objects.patch(resource, namespace, name, "status", Json.object().set("status", status));
    }

    /** The same for the version of the object that was seen; an ApiError says that there is another one by now. */
    public ObjectNode patchStatus(String resource, String namespace, String name, String seenVersion, JsonNode status) {
        ObjectNode patch = Json.object().set("status", status);
        Json.ensure(patch, "metadata").put("resourceVersion", seenVersion);
        return objects.patch(resource, namespace, name, "status", patch);
    }

    /** Applies a JSON merge patch to an object. */
    public ObjectNode patch(String resource, String namespace, String name, JsonNode patch) {
        return objects.patch(resource, namespace, name, "", patch);
    }

    public long resourceVersion() {
        return store.revision();
    }

    public ApiFaults faults() {
        return parts.faults();
    }

    /** The requests on resources that came in over HTTP. */
    public RequestLog requests() {
        return parts.log();
    }

    public Access access() {
        return parts.access();
    }

    public int openWatches() {
        return watches.count();
    }

    /** Ends all watches in the given way; returns how many there were. */
    public int endWatches(Watches.End how) {
        return watches.end(call -> true, how);
    }

    /** Ends the watches of one resource (plural). */
    public int endWatches(String plural, Watches.End how) {
        return watches.end(call -> call.type().plural().equals(plural), how);
    }

    /** Forgets the history: running watches and later ones from older versions get 410 Expired, as do old continue tokens. */
    public void expireHistory() {
        store.compact();
    }

    /** Breaks every open connection; new ones are accepted. */
    public void cutConnections() {
        server.cutAll();
    }

    private static void report(HttpRequest request, RuntimeException bug) {
        System.err.println("cluster simulator: " + request.method() + " " + request.path() + " failed");
        bug.printStackTrace(System.err);
    }

    @Override
    public void close() {
        watches.end(call -> true, Watches.End.CUT);
        parts.faults().clear();
        server.close();
    }
}

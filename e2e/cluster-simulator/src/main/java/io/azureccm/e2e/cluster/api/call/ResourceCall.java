package io.azureccm.e2e.cluster.api.call;

import io.azureccm.e2e.cluster.fields.FieldOwnership;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.schema.ResourceCatalog;
import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.schema.ResourceType.Trait;
import io.azureccm.e2e.cluster.store.ObjectKey;
import java.util.List;
import java.util.Optional;

/** A parsed request: resource, namespace, name and subresource. Empty strings for what the path does not contain. */
public record ResourceCall(HttpRequest http, ResourceType type, String namespace, String name, String sub,
        boolean watchPath) {

    /**
     * Parses {@code /api/v1/...} and {@code /apis/GROUP/VERSION/...}; empty if the path is neither or names no served
     * resource.
     */
    public static Optional<ResourceCall> parse(HttpRequest http, ResourceCatalog catalog) {
        List<String> path = http.segments();
        if (path.size() >= 3 && path.getFirst().equals("api"))
            return below(http, catalog, "", path.get(1), path.subList(2, path.size()));
        if (path.size() >= 4 && path.getFirst().equals("apis"))
            return below(http, catalog, path.get(1), path.get(2), path.subList(3, path.size()));
        return Optional.empty();
    }

    private static Optional<ResourceCall> below(HttpRequest http, ResourceCatalog catalog, String group, String version,
            List<String> steps) {
        boolean watch = steps.getFirst().equals("watch") && steps.size() > 1;
        List<String> rest = watch ? steps.subList(1, steps.size()) : steps;
        String namespace = "";
        if (rest.getFirst().equals("namespaces") && rest.size() >= 3) {
            boolean ofNamespace = List.of("status", "finalize").contains(rest.get(2)) && group.isEmpty();
            if (!ofNamespace) {
                namespace = rest.get(1);
                rest = rest.subList(2, rest.size());
            }
        }
        if (rest.size() > 3)
            return Optional.empty();
        String name = rest.size() > 1 ? rest.get(1) : "";
        String sub = rest.size() > 2 ? rest.get(2) : "";
        String scope = namespace;
        return catalog.find(group, version, rest.getFirst())
                .filter(type -> scope.isEmpty() ? !type.namespaced() || name.isEmpty() : type.namespaced())
                .map(type -> new ResourceCall(http, type, scope, name, sub, watch));
    }

    public ObjectKey key() {
        return new ObjectKey(type.storage(), namespace, name);
    }

    /** The verb of the request for RBAC and faults. */
    public String verb() {
        boolean one = !name.isEmpty();
        return switch (http.method()) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> one ? "delete" : "deletecollection";
            default -> isWatch() ? "watch" : one ? "get" : "list";
        };
    }

    public boolean isWatch() {
        return watchPath || name.isEmpty() && http.flag("watch");
    }

    /** The owner of the fields that this request writes: its field manager, or else the client program. */
    public FieldOwnership.Writer fieldWriter() {
        String manager = http.param("fieldManager");
        if (manager.isEmpty()) {
            String agent = http.header("user-agent");
            manager = agent.isEmpty() ? "unknown" : agent.split("/")[0];
        }
        return new FieldOwnership.Writer(manager, type.apiVersion(), sub);
    }

    public boolean dryRun() {
        return !http.param("dryRun").isEmpty();
    }

    public boolean isStatus() {
        return sub.equals("status") && type.has(Trait.STATUS);
    }

    /** The subresource for a namespace's own finalizers. */
    public boolean isFinalize() {
        return sub.equals("finalize") && type.storage().equals("namespaces");
    }

    /** The name of the object: from the path, or from the field selector; "" for several objects. */
    public String objectName() {
        String selected = "metadata.name=";
        String selector = http.param("fieldSelector");
        return name.isEmpty() && selector.startsWith(selected) && !selector.contains(",")
                ? selector.substring(selected.length())
                : name;
    }

    /** Its name in RBAC: {@code services/status}. */
    public String resource() {
        return sub.isEmpty() ? type.plural() : type.plural() + "/" + sub;
    }
}

package io.azureccm.e2e.cluster.schema;

import static io.azureccm.e2e.cluster.schema.ResourceType.Trait.ALL;
import static io.azureccm.e2e.cluster.schema.ResourceType.Trait.CREATE_ON_PUT;
import static io.azureccm.e2e.cluster.schema.ResourceType.Trait.GENERATION;
import static io.azureccm.e2e.cluster.schema.ResourceType.Trait.NAMESPACED;
import static io.azureccm.e2e.cluster.schema.ResourceType.Trait.REVIEW;
import static io.azureccm.e2e.cluster.schema.ResourceType.Trait.STATUS;
import static io.azureccm.e2e.cluster.schema.ResourceType.Trait.VERSION_REQUIRED;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.azureccm.e2e.cluster.schema.ResourceType.Trait;

/**
 * The table of all served resources. A new resource is another row (and, if it is to be typed, a type in types.txt).
 */
public final class ResourceCatalog {
    private static final String NONE = "";
    private final List<ResourceType> types = new ArrayList<>();

    public ResourceCatalog() {
        core();
        groups();
        reviews();
    }

    private void core() {
        add("v1", "bindings", "Binding", NONE, NAMESPACED, REVIEW);
        add("v1", "configmaps", "ConfigMap", "cm", NAMESPACED);
        add("v1", "endpoints", "Endpoints", "ep", NAMESPACED, CREATE_ON_PUT);
        add("v1", "events", "Event", "ev", NAMESPACED, CREATE_ON_PUT);
        add("v1", "limitranges", "LimitRange", "limits", NAMESPACED);
        add("v1", "namespaces", "Namespace", "ns", STATUS);
        add("v1", "nodes", "Node", "no", STATUS);
        add("v1", "persistentvolumeclaims", "PersistentVolumeClaim", "pvc", NAMESPACED, STATUS);
        add("v1", "persistentvolumes", "PersistentVolume", "pv", STATUS);
        add("v1", "pods", "Pod", "po", NAMESPACED, STATUS, ALL);
        add("v1", "resourcequotas", "ResourceQuota", "quota", NAMESPACED, STATUS);
        add("v1", "secrets", "Secret", NONE, NAMESPACED);
        add("v1", "serviceaccounts", "ServiceAccount", "sa", NAMESPACED);
        add("v1", "services", "Service", "svc", NAMESPACED, STATUS, ALL);
    }

    private void groups() {
        add("admissionregistration.k8s.io/v1", "validatingadmissionpolicies", "ValidatingAdmissionPolicy", NONE, STATUS,
                GENERATION);
        add("admissionregistration.k8s.io/v1", "validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding",
                NONE, GENERATION);
        add("apps/v1", "daemonsets", "DaemonSet", "ds", NAMESPACED, STATUS, GENERATION, ALL);
        add("apps/v1", "deployments", "Deployment", "deploy", NAMESPACED, STATUS, GENERATION, ALL);
        add("apps/v1", "replicasets", "ReplicaSet", "rs", NAMESPACED, STATUS, GENERATION, ALL);
        add("apps/v1", "statefulsets", "StatefulSet", "sts", NAMESPACED, STATUS, GENERATION, ALL);
        add("coordination.k8s.io/v1", "leases", "Lease", NONE, NAMESPACED, CREATE_ON_PUT, VERSION_REQUIRED);
        add("discovery.k8s.io/v1", "endpointslices", "EndpointSlice", NONE, NAMESPACED, GENERATION);
        types.add(type("events.k8s.io/v1", "events", "Event", "ev", "events", NAMESPACED, CREATE_ON_PUT));
        add("networking.k8s.io/v1", "networkpolicies", "NetworkPolicy", "netpol", NAMESPACED, GENERATION);
        add("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", "pdb", NAMESPACED, STATUS, GENERATION);
        add("rbac.authorization.k8s.io/v1", "clusterrolebindings", "ClusterRoleBinding", NONE, CREATE_ON_PUT);
        add("rbac.authorization.k8s.io/v1", "clusterroles", "ClusterRole", NONE, CREATE_ON_PUT);
        add("rbac.authorization.k8s.io/v1", "rolebindings", "RoleBinding", NONE, NAMESPACED, CREATE_ON_PUT);
        add("rbac.authorization.k8s.io/v1", "roles", "Role", NONE, NAMESPACED, CREATE_ON_PUT);
        add("storage.k8s.io/v1", "csinodes", "CSINode", NONE);
        add("storage.k8s.io/v1", "volumeattachments", "VolumeAttachment", NONE, STATUS);
    }

    private void reviews() {
        add("authentication.k8s.io/v1", "selfsubjectreviews", "SelfSubjectReview", NONE, REVIEW);
        add("authentication.k8s.io/v1", "tokenreviews", "TokenReview", NONE, REVIEW);
        add("authorization.k8s.io/v1", "localsubjectaccessreviews", "LocalSubjectAccessReview", NONE, NAMESPACED,
                REVIEW);
        add("authorization.k8s.io/v1", "selfsubjectaccessreviews", "SelfSubjectAccessReview", NONE, REVIEW);
        add("authorization.k8s.io/v1", "subjectaccessreviews", "SubjectAccessReview", NONE, REVIEW);
    }

    public List<ResourceType> all() {
        return List.copyOf(types);
    }

    /** Group names other than the core one, sorted. */
    public Set<String> groupNames() {
        Set<String> names = new TreeSet<>();
        types.stream().map(ResourceType::group).filter(group -> !group.isEmpty()).forEach(names::add);
        return names;
    }

    public List<ResourceType> in(String group, String version) {
        return types.stream().filter(type -> type.group().equals(group) && type.version().equals(version)).toList();
    }

    public Optional<ResourceType> find(String group, String version, String plural) {
        return in(group, version).stream().filter(type -> type.plural().equals(plural)).findFirst();
    }

    /** The type of an object by its apiVersion and kind. */
    public Optional<ResourceType> ofKind(String apiVersion, String kind) {
        return types.stream()
                .filter(type -> type.apiVersion().equals(apiVersion) && type.kind().equals(kind))
                .findFirst();
    }

    /** By plural, singular, short name or kind; the core group takes precedence, like in kubectl. */
    public Optional<ResourceType> named(String word) {
        return types.stream()
                .filter(type -> word.equals(type.plural()) || word.equals(type.qualified())
                        || word.equals(type.singular())
                        || word.equals(type.kind()) || type.shortNames().contains(word))
                .findFirst();
    }

    /** The namespaced resources in the store, which are deleted with their namespace. */
    public List<ResourceType> contents() {
        return types.stream()
                .filter(type -> type.namespaced() && !type.has(REVIEW) && type.storage().equals(type.qualified()))
                .toList();
    }

    private void add(String apiVersion, String plural, String kind, String shortName, Trait... traits) {
        int slash = apiVersion.indexOf('/');
        String storage = slash < 0 ? plural : plural + "." + apiVersion.substring(0, slash);
        types.add(type(apiVersion, plural, kind, shortName, storage, traits));
    }

    private static ResourceType type(String apiVersion, String plural, String kind, String shortName, String storage,
            Trait... traits) {
        int slash = apiVersion.indexOf('/');
        return new ResourceType(slash < 0 ? "" : apiVersion.substring(0, slash), apiVersion.substring(slash + 1),
                plural, kind,
                storage, shortName.isEmpty() ? List.of() : List.of(shortName), Set.of(traits));
    }
}

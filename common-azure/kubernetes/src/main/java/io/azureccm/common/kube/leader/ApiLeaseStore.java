package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.function.Supplier;

/** A Lease object of the Kubernetes API, in a form that client-go candidates understand; unknown fields are kept. */
public final class ApiLeaseStore implements LeaseStore {
    private final ApiRequests api;
    private final String namespace;
    private final String name;

    public ApiLeaseStore(KubernetesClient client, String namespace, String name) {
        this.api = new ApiRequests(client);
        this.namespace = namespace;
        this.name = name;
    }

    @Override
    public Optional<StoredLease> read() {
        return unless(404, () -> api.get(path() + "/" + name));
    }

    @Override
    public Optional<StoredLease> create(LeaseRecord record) {
        ObjectNode lease = JsonNodeFactory.instance.objectNode()
                .put("apiVersion", "coordination.k8s.io/v1")
                .put("kind", "Lease");
        lease.putObject("metadata").put("namespace", namespace).put("name", name);
        ApiLease.write(record, lease.putObject("spec"));
        return unless(409, () -> api.post(path(), lease));
    }

    @Override
    public Optional<StoredLease> update(StoredLease seen, LeaseRecord record) {
        ObjectNode lease = seen.object().deepCopy();
        ApiLease.write(record, lease.withObjectProperty("spec"));
        return unless(409, () -> api.put(path() + "/" + name, lease));
    }

    private String path() {
        return ApiLease.path(namespace);
    }

    private static Optional<StoredLease> unless(int code, Supplier<JsonNode> call) {
        try {
            JsonNode lease = call.get();
            return Optional.of(new StoredLease(ApiLease.parse(lease.path("spec")), lease));
        } catch (KubernetesClientException e) {
            if (KubeFailures.code(e) == code)
                return Optional.empty();
            throw e;
        }
    }
}

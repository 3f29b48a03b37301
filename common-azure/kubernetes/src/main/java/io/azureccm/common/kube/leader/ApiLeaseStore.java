package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Supplier;

/** A Lease object of the Kubernetes API, in a form that client-go candidates understand; unknown fields are kept. */
public final class ApiLeaseStore implements LeaseStore {
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

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
        write(record, lease.putObject("spec"));
        return unless(409, () -> api.post(path(), lease));
    }

    @Override
    public Optional<StoredLease> update(StoredLease seen, LeaseRecord record) {
        ObjectNode lease = seen.object().deepCopy();
        write(record, lease.withObjectProperty("spec"));
        return unless(409, () -> api.put(path() + "/" + name, lease));
    }

    private String path() {
        return "apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
    }

    private static Optional<StoredLease> unless(int code, Supplier<JsonNode> call) {
        try {
            JsonNode lease = call.get();
            return Optional.of(new StoredLease(parse(lease.path("spec")), lease));
        } catch (KubernetesClientException e) {
            if (KubeFailures.code(e) == code)
                return Optional.empty();
            throw e;
        }
    }

    private static void write(LeaseRecord record, ObjectNode spec) {
        spec.put("holderIdentity", record.holder())
                .put("leaseDurationSeconds", record.leaseDurationSeconds())
                .put("acquireTime", MICROS.format(record.acquireTime()))
                .put("renewTime", MICROS.format(record.renewTime()))
                .put("leaseTransitions", record.transitions());
    }

    private static LeaseRecord parse(JsonNode spec) {
        return new LeaseRecord(spec.path("holderIdentity").asText(""), spec.path("leaseDurationSeconds").asInt(0),
                time(spec.path("acquireTime")), time(spec.path("renewTime")), spec.path("leaseTransitions").asInt(0));
    }

    /** Times are only displayed and compared with themselves; an invalid one counts as absent. */
    private static Instant time(JsonNode text) {
        try {
            return OffsetDateTime.parse(text.asText("")).toInstant();
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }
}

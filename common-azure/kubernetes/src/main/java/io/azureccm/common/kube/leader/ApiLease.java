package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The {@code spec} of a Lease of the Kubernetes API, in a form that client-go candidates understand. */
public final class ApiLease {
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private ApiLease() {}

    /** The path of the leases of a namespace. */
    public static String path(String namespace) {
        return "apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
    }

    public static LeaseRecord parse(JsonNode spec) {
        return new LeaseRecord(spec.path("holderIdentity").asText(""), spec.path("leaseDurationSeconds").asInt(0),
                time(spec.path("acquireTime")), time(spec.path("renewTime")), spec.path("leaseTransitions").asInt(0));
    }

    /** Writes the record; unknown fields are kept. */
    static void write(LeaseRecord record, ObjectNode spec) {
        spec.put("holderIdentity", record.holder())
                .put("leaseDurationSeconds", record.leaseDurationSeconds())
                .put("acquireTime", MICROS.format(record.acquireTime()))
                .put("renewTime", MICROS.format(record.renewTime()))
                .put("leaseTransitions", record.transitions());
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

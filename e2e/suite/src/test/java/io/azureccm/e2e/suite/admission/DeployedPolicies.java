package io.azureccm.e2e.suite.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.azureccm.e2e.suite.docs.Repository;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** Admission policies that a chart renders to, and what belongs to them, in a Kubernetes API; closing takes them away. */
final class DeployedPolicies implements AutoCloseable {
    private static final Path MANIFESTS = Repository.root().resolve("docs/example-manifests/out-of-tree/charts");
    private static final String GROUP = "apis/admissionregistration.k8s.io/v1/";
    private static final Map<String, String> PATHS = Map.of("ValidatingAdmissionPolicy",
            GROUP + "validatingadmissionpolicies/", "ValidatingAdmissionPolicyBinding",
            GROUP + "validatingadmissionpolicybindings/", "ServiceAccount",
            "api/v1/namespaces/kube-system/serviceaccounts/", "ClusterRole",
            "apis/rbac.authorization.k8s.io/v1/clusterroles/", "ClusterRoleBinding",
            "apis/rbac.authorization.k8s.io/v1/clusterrolebindings/");
    private static final String ERRORS = PATHS.get("ValidatingAdmissionPolicyBinding")
            + "azure-service-controller-errors";

    private final WarningClient api;
    private final List<String> applied = new ArrayList<>();

    /**
     * The policies of a manifest, and the service account of this name with its rights, "" for none. Skips the test on a
     * Kubernetes API that has no such policies (before 1.30).
     */
    DeployedPolicies(WarningClient api, String manifest, String account) throws IOException {
        this.api = api;
        Assumptions.assumeTrue(api.get(GROUP + "validatingadmissionpolicies").code() == 200,
                "this Kubernetes API has no ValidatingAdmissionPolicy of v1");
        for (JsonNode object : new ObjectMapper(new YAMLFactory()).readerFor(JsonNode.class)
                .<JsonNode>readValues(MANIFESTS.resolve(manifest + ".manifest").toFile())
                .readAll()) {
            String kind = object.path("kind").asText();
            if (kind.startsWith("ValidatingAdmissionPolicy")
                    || PATHS.containsKey(kind) && object.at("/metadata/name").asText().equals(account))
                apply((ObjectNode) object);
        }
    }

    private void apply(ObjectNode object) {
        String path = PATHS.get(object.path("kind").asText()) + object.at("/metadata/name").asText();
        object.withObjectProperty("metadata").withObjectProperty("labels").put(Cluster.MARK, "true");
        WarningClient.Answer answer = api.apply(path, object);
        assertThat(answer.code()).as(answer.message()).isIn(200, 201);
        assertThat(answer.warnings()).as("what the API thinks of " + path).isEmpty();
        applied.add(path);
    }

    int size() {
        return applied.size();
    }

    /** Sets a variable of the policy for mistakes, which the chart takes from its values. */
    void set(String variable, String expression) {
        String path = PATHS.get("ValidatingAdmissionPolicy") + "azure-service-controller-errors";
        JsonNode variables = api.get(path).body().at("/spec/variables");
        for (JsonNode each : variables) {
            if (each.path("name").asText().equals(variable))
                ((ObjectNode) each).put("expression", expression);
        }
        WarningClient.Answer answer = api.merge(path, "{spec: {variables: " + variables + "}}");
        assertThat(answer.code()).as(answer.message()).isEqualTo(200);
    }

    /** What is done about a Service that the controller would refuse: {@code Warn}, {@code Deny} or {@code Audit}. */
    void act(String action) {
        WarningClient.Answer answer = api.merge(ERRORS, "{spec: {validationActions: [" + action + "]}}");
        assertThat(answer.code()).as(answer.message()).isEqualTo(200);
    }

    @Override
    public void close() {
        applied.reversed().forEach(api::delete);
    }
}

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
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;

/** The admission policies that the service chart renders to, in a Kubernetes API; closing takes them away. */
final class DeployedPolicies implements AutoCloseable {
    private static final Path MANIFEST = Repository.root()
            .resolve("docs/example-manifests/out-of-tree/charts/service-controller-with-admission.manifest");
    private static final String GROUP = "apis/admissionregistration.k8s.io/v1/";
    private static final String ERRORS = GROUP
            + "validatingadmissionpolicybindings/azure-service-controller-errors";

    private final WarningClient api;
    private final List<String> applied = new ArrayList<>();

    /** Skips the test on a Kubernetes API that has no such policies (before 1.30). */
    DeployedPolicies(WarningClient api) throws IOException {
        this.api = api;
        Assumptions.assumeTrue(api.get(GROUP + "validatingadmissionpolicies").code() == 200,
                "this Kubernetes API has no ValidatingAdmissionPolicy of v1");
        for (JsonNode object : new ObjectMapper(new YAMLFactory()).readerFor(JsonNode.class)
                .<JsonNode>readValues(MANIFEST.toFile())
                .readAll()) {
            if (object.path("kind").asText().startsWith("ValidatingAdmissionPolicy"))
                apply((ObjectNode) object);
        }
        assertThat(applied).hasSize(4);
    }

    private void apply(ObjectNode object) {
        String kind = object.path("kind").asText().toLowerCase(Locale.ROOT);
        String path = GROUP + (kind.endsWith("y") ? kind.substring(0, kind.length() - 1) + "ies" : kind + "s") + "/"
                + object.at("/metadata/name").asText();
        object.withObjectProperty("metadata").withObjectProperty("labels").put(Cluster.MARK, "true");
        WarningClient.Answer answer = api.apply(path, object);
        assertThat(answer.code()).as(answer.message()).isIn(200, 201);
        assertThat(answer.warnings()).as("what the API thinks of " + path).isEmpty();
        applied.add(path);
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

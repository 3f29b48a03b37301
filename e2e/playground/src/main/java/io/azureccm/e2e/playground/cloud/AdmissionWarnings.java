package io.azureccm.e2e.playground.cloud;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The admission policies of the service chart, as installed in its mode Warn. */
public final class AdmissionWarnings {
    private AdmissionWarnings() {}

    /** Creates the policies and their bindings. */
    public static void install(ClusterSimulator cluster) throws IOException {
        for (String part : List.of("errors", "warnings")) {
            ObjectNode policy = object("ValidatingAdmissionPolicy", part);
            ObjectNode spec = policy.putObject("spec").put("failurePolicy", "Ignore");
            spec.setAll(Json.parse(
                    "{matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE, "
                            + "UPDATE], resources: [services]}]}}"));
            spec.setAll(Json.parse(text(part)));
            spec.withArray("variables").insertObject(0).put("name", "standard").put("expression", "true");
            spec.withArray("variables").insertObject(0).put("name", "sharedProbe").put("expression", "false");
            spec.withArray("variables").insertObject(0).put("name", "additionalIps").put("expression", "'checked'");
            spec.withArray("variables").insertObject(0).put("name", "resourceGroups").put("expression", "['*']");
            cluster.apply(policy);
            ObjectNode binding = object("ValidatingAdmissionPolicyBinding", part);
            binding.putObject("spec").put("policyName", name(part)).putArray("validationActions").add("Warn");
            cluster.apply(binding);
        }
    }

    private static ObjectNode object(String kind, String part) {
        ObjectNode object = Json.object().put("apiVersion", "admissionregistration.k8s.io/v1").put("kind", kind);
        object.putObject("metadata").put("name", name(part));
        return object;
    }

    private static String name(String part) {
        return "azure-service-controller-" + part;
    }

    private static String text(String part) throws IOException {
        String file = "/own-admission-" + part + ".yaml";
        try (InputStream in = AdmissionWarnings.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

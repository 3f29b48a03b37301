package io.azureccm.e2e.suite.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.rights.UsedRights.Actor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The rights that a chart gives its controller, from what the chart renders to for a release {@code azure} in {@code kube-system}. */
public final class ChartRights {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String MANIFESTS = "docs/example-manifests/out-of-tree/charts";

    /** Roles that every cluster has, of which charts bind some. */
    private static final Map<String, String> BUILT_IN = Map.of("system:auth-delegator", """
            [{apiGroups: [authentication.k8s.io], resources: [tokenreviews], verbs: [create]},
             {apiGroups: [authorization.k8s.io], resources: [subjectaccessreviews], verbs: [create]}]""",
            "extension-apiserver-authentication-reader", """
                    [{apiGroups: [""], resources: [configmaps], resourceNames: [extension-apiserver-authentication],
                      verbs: [get, list, watch]}]""");

    private ChartRights() {}

    /** Creates roles and bindings of a manifest; returns a kubeconfig of the service account that they are for. */
    public static String grant(ClusterSimulator cluster, String manifest) throws IOException {
        String account = "";
        for (String document : documents(manifest)) {
            if (document.contains("\napiVersion: rbac.authorization.k8s.io/v1\n")) {
                cluster.apply(document);
            } else if (document.contains("\nkind: ServiceAccount\n")) {
                account = document.lines()
                        .filter(line -> line.startsWith("  name: "))
                        .findFirst()
                        .orElseThrow()
                        .substring("  name: ".length());
            }
        }
        return cluster.kubeconfigOf("kube-system", account);
    }

    /** The rules of all roles of its own that charts give to a program, with every option that brings rights. */
    static List<JsonNode> rules(Actor actor) throws IOException {
        List<JsonNode> rules = new ArrayList<>();
        for (JsonNode role : objects(actor)) {
            role.path("rules").forEach(rules::add);
        }
        return rules;
    }

    /** The rules of the roles of every cluster that charts bind to a program. */
    static List<JsonNode> builtInRules(Actor actor) throws IOException {
        List<JsonNode> rules = new ArrayList<>();
        for (JsonNode binding : objects(actor)) {
            String role = BUILT_IN.get(binding.at("/roleRef/name").asText());
            if (role != null) {
                YAML.readTree(role).forEach(rules::add);
            }
        }
        return rules;
    }

    private static List<JsonNode> objects(Actor actor) throws IOException {
        List<String> manifests = switch (actor) {
            case NODE, AGENT -> List.of("node-controller-with-agent", "node-controller-with-config-map");
            case SERVICE -> List.of("service-controller-with-resource-lease", "service-controller-with-draining",
                    "service-controller-with-config-map");
            case ROUTE -> List.of("route-controller", "route-controller-with-config-map");
        };
        List<JsonNode> objects = new ArrayList<>();
        for (String manifest : manifests) {
            for (String document : documents(manifest)) {
                JsonNode object = YAML.readTree(document);
                boolean ofAgent = object.at("/metadata/name").asText().contains("agent");
                if (ofAgent == (actor == Actor.AGENT)) {
                    objects.add(object);
                }
            }
        }
        return objects;
    }

    private static List<String> documents(String manifest) throws IOException {
        String text = Files.readString(root().resolve(MANIFESTS).resolve(manifest + ".manifest"));
        return Stream.of(text.split("(?m)^---$")).filter(part -> part.contains("\nkind: ")).toList();
    }

    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.isDirectory(path.resolve(MANIFESTS)))
                .findFirst()
                .orElseThrow();
    }
}

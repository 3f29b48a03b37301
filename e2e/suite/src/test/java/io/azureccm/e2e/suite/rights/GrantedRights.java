package io.azureccm.e2e.suite.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.suite.rights.UsedRights.Actor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What the rendered charts and the role definitions of the documentation grant. */
final class GrantedRights {
    private static final String ROLES = "docs/resources/roles";

    private GrantedRights() {}

    /** Every combination of group, resource, verb and name that a rule of a chart's manifests spells out; wildcards are no rights. */
    static Set<KubernetesRight> inKubernetes(Actor actor) throws IOException {
        return rights(ChartRights.rules(actor));
    }

    /** The same of the roles of every cluster that a chart binds: what is in them is not for the chart to say. */
    static Set<KubernetesRight> byRolesOfEveryCluster(Actor actor) throws IOException {
        return rights(ChartRights.builtInRules(actor));
    }

    private static Set<KubernetesRight> rights(List<JsonNode> rules) {
        Set<KubernetesRight> granted = new TreeSet<>();
        for (JsonNode rule : rules) {
            for (JsonNode group : rule.path("apiGroups")) {
                for (JsonNode resource : rule.path("resources")) {
                    for (JsonNode verb : rule.path("verbs")) {
                        names(rule).forEach(name -> granted.add(
                                new KubernetesRight(group.asText(), resource.asText(), verb.asText(), name)));
                    }
                }
            }
        }
        return granted;
    }

    private static Stream<String> names(JsonNode rule) {
        return rule.has("resourceNames")
                ? StreamSupport.stream(rule.path("resourceNames").spliterator(), false).map(JsonNode::asText)
                : Stream.of("");
    }

    /** The actions of the custom roles, compared without regard to case. */
    static Set<String> inAzure(Actor actor) throws IOException {
        Set<String> actions = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        List<String> roles = actor == Actor.SERVICE ? List.of(actor.title(), "quota-reader") : List.of(actor.title());
        for (String role : roles) {
            new ObjectMapper().readTree(root().resolve(ROLES).resolve(role + ".json").toFile())
                    .path("Actions")
                    .forEach(action -> actions.add(action.asText()));
        }
        return actions;
    }

    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> path.resolve(ROLES).toFile().isDirectory())
                .findFirst()
                .orElseThrow();
    }
}

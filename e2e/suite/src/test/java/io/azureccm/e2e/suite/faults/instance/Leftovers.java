package io.azureccm.e2e.suite.faults.instance;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What in Azure carries the name of a Service, by its UID. */
public final class Leftovers {
    private static final List<String> TYPES = List.of("/loadbalancers/", "/publicipaddresses/",
            "/privatelinkservices/");

    private Leftovers() {}

    /** One line for each resource that has the name, or an element of the name. */
    public static List<String> of(Simulation simulation, String uid) {
        String base = ("a" + uid.replace("-", "")).toLowerCase(Locale.ROOT).substring(0, 32);
        List<String> left = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : simulation.azure().state().entrySet()) {
            String id = entry.getKey().toLowerCase(Locale.ROOT);
            if (TYPES.stream().anyMatch(id::contains) && (id.contains(base) || hasPart(entry.getValue(), base)))
                left.add(uid + " is named in " + id.substring(id.indexOf("/providers/") + 11));
        }
        return left;
    }

    /** A rule, a probe, or a frontend that no other Service shares. */
    private static boolean hasPart(JsonNode resource, String base) {
        JsonNode properties = resource.path("properties");
        for (JsonNode frontend : properties.path("frontendIPConfigurations")) {
            if (isNamed(frontend, base) && frontend.at("/properties/loadBalancingRules").isEmpty())
                return true;
        }
        return Stream.of("loadBalancingRules", "probes")
                .flatMap(list -> properties.path(list).valueStream())
                .anyMatch(part -> isNamed(part, base));
    }

    private static boolean isNamed(JsonNode part, String base) {
        return part.path("name").asText().toLowerCase(Locale.ROOT).startsWith(base);
    }
}

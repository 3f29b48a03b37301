package io.azureccm.e2e.suite.harness;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.harness.azure.Azure;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A look at an ARM and a cluster: settled when every Service that wants a load balancer has an address or a warning, and none
 * waits for its deletion.
 */
public record Settled(Azure azure, Cluster cluster) implements Supplier<Observation> {
    @Override
    public Observation get() {
        Map<String, JsonNode> services = cluster.services();
        Set<String> warnings = cluster.warnings();
        boolean settled = services.values().stream().allMatch(service -> isSettled(service, warnings));
        StringBuilder fingerprint = new StringBuilder(azure.fingerprint()).append(' ').append(warnings);
        services.forEach((name, service) -> fingerprint.append(' ')
                .append(name)
                .append('=')
                .append(
                        service == null ? "gone" : service.path("metadata").path("resourceVersion").asText()));
        return new Observation(settled, fingerprint.toString());
    }

    private static boolean isSettled(JsonNode service, Set<String> warnings) {
        if (service == null) {
            return true;
        }
        JsonNode spec = service.path("spec");
        if (service.path("metadata").has("deletionTimestamp")) {
            return false;
        }
        boolean wantsAddress = spec.path("type").asText().equals("LoadBalancer") && !spec.has("loadBalancerClass");
        boolean hasAddress = !service.path("status").path("loadBalancer").path("ingress").isEmpty();
        boolean warned = warnings.stream()
                .anyMatch(warning -> warning.startsWith(service.path("metadata").path("name").asText() + ": "));
        return !wantsAddress || hasAddress || warned;
    }
}

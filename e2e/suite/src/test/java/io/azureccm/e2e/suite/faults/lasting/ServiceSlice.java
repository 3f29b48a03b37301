package io.azureccm.e2e.suite.faults.lasting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What of a normalised state is for one Service, without what may depend on the way there: its rules with their frontends, probes and
 * members, its public IPs, who may reach it, its private link service, and its status. It is the same whatever other Services have.
 */
public final class ServiceSlice {
    private static final List<String> OF_WAY = List.of("privateIPAddress", "privateIPAllocationMethod",
            "loadBalancingRules");

    private final ObjectNode state;
    private final boolean onAnyLoadBalancer;

    /** {@code onAnyLoadBalancer}: which load balancer a Service is on, and so the nodes behind it, does not matter. */
    public ServiceSlice(ObjectNode state, boolean onAnyLoadBalancer) {
        this.state = withoutPrivateAddresses(state);
        this.onAnyLoadBalancer = onAnyLoadBalancer;
    }

    private static ObjectNode withoutPrivateAddresses(ObjectNode state) {
        String text = state.toString();
        Set<String> addresses = new TreeSet<>();
        state.forEach(each -> each.at("/properties/frontendIPConfigurations")
                .findValues("privateIPAddress")
                .forEach(address -> addresses.add(address.asText())));
        for (String address : addresses)
            text = text.replace("\"" + address + "\"", "\"<private>\"");
        return Foreign.json(text);
    }

    /** That of a Service, by its manifest. */
    public ObjectNode of(JsonNode manifest) {
        String service = manifest.at("/metadata/name").asText();
        String own = "a{uid-" + service + "-";
        ObjectNode slice = Foreign.json("{}");
        slice.set("status", state.path("Services").path(service));
        Set<String> publicIps = new TreeSet<>();
        ArrayNode rules = slice.putArray("rules");
        balancers().forEach(balancer -> balancer.getValue().at("/properties/loadBalancingRules").forEach(rule -> {
            if (rule.path("name").asText().startsWith(own))
                rules.add(rule(balancer, rule, publicIps));
        }));
        publicIps.forEach(id -> slice.set("public IP " + name(id), publicIp(id)));
        admission(manifest, slice.putArray("admission"));
        slice.put("denied to others", isDenied(publicIps));
        state.properties()
                .stream()
                .filter(each -> each.getKey().endsWith("/privatelinkservices/pls-" + own.substring(0, own.length() - 1))
                        || each.getKey().contains("/privatelinkservices/pls-" + own))
                .forEach(each -> slice.set("private link", privateLink(each.getValue())));
        return slice;
    }

    private Stream<Map.Entry<String, JsonNode>> balancers() {
        return state.properties()
                .stream()
                .filter(each -> each.getKey().startsWith("microsoft.network/loadbalancers/"));
    }

    private ObjectNode rule(Map.Entry<String, JsonNode> balancer, JsonNode rule, Set<String> publicIps) {
        JsonNode parts = balancer.getValue().path("properties");
        ObjectNode shown = rule.path("properties").deepCopy();
        shown.put("name", rule.path("name").asText());
        shown.put("load balancer", onAnyLoadBalancer
                ? balancer.getKey().endsWith("-internal") ? "internal" : "external"
                : name(balancer.getKey()));
        shown.set("probe",
                referred(parts.path("probes"), rule, "probe").map(each -> without(each, OF_WAY)).orElse(null));
        Optional<JsonNode> frontend = referred(parts.path("frontendIPConfigurations"), rule, "frontendIPConfiguration");
        frontend.map(each -> each.at("/properties/publicIPAddress/id").asText())
                .filter(id -> !id.isEmpty())
                .ifPresent(publicIps::add);
        shown.set("frontendIPConfiguration", frontend.map(each -> without(each, OF_WAY)).orElse(null));
        shown.set("backendAddressPool",
                referred(parts.path("backendAddressPools"), rule, "backendAddressPool").map(this::members)
                        .orElse(null));
        return shown;
    }

    private static Optional<JsonNode> referred(JsonNode elements, JsonNode rule, String member) {
        String id = rule.at("/properties/" + member + "/id").asText();
        return elements.valueStream().filter(each -> each.path("id").asText().equals(id)).findFirst();
    }

    private JsonNode members(JsonNode pool) {
        ObjectNode shown = Foreign.json("{}").put("name", pool.path("name").asText());
        ArrayNode members = shown.putArray("members");
        if (!onAnyLoadBalancer)
            pool.at("/properties/loadBalancerBackendAddresses")
                    .valueStream()
                    .map(each -> each.path("properties").toString())
                    .sorted()
                    .forEach(members::add);
        return shown;
    }

    private static ObjectNode without(JsonNode element, List<String> members) {
        ObjectNode shown = element.path("properties") instanceof ObjectNode all ? all.deepCopy() : Foreign.json("{}");
        shown.remove(members);
        return shown;
    }

    /** Without who else shares it, and without tags and labels, which stay when nobody asks for them any more. */
    private JsonNode publicIp(String id) {
        JsonNode ip = state.path(id.substring(id.indexOf("/providers/") + "/providers/".length()));
        ObjectNode shown = without(ip, List.of("ipConfiguration", "dnsSettings", "ipTags"));
        shown.set("sku", ip.path("sku"));
        shown.set("zones", ip.path("zones"));
        return shown;
    }

    /**
     * Each port belongs to one Service. Without floating IP the destinations are the nodes of the load balancer, and one
     * without nodes has no rules: they are compared only where the load balancer is the same.
     */
    private void admission(JsonNode manifest, ArrayNode admission) {
        if (onAnyLoadBalancer && isWithoutFloatingIp(manifest))
            return;
        Set<String> ports = new HashSet<>();
        manifest.at("/spec/ports").forEach(port -> {
            ports.add(port.path("port").asText());
            ports.add(port.path("nodePort").asText());
        });
        securityRules().filter(rule -> rule.path("destinationPortRanges")
                .valueStream()
                .anyMatch(port -> ports.contains(port.asText()))).forEach(rule -> {
                    ObjectNode shown = rule.deepCopy();
                    shown.remove("priority");
                    if (onAnyLoadBalancer)
                        shown.remove(List.of("destinationAddressPrefix", "destinationAddressPrefixes"));
                    admission.add(shown);
                });
    }

    private static boolean isWithoutFloatingIp(JsonNode manifest) {
        return manifest.at("/metadata/annotations")
                .path("service.beta.kubernetes.io/azure-disable-load-balancer-floating-ip")
                .asText()
                .equals("true");
    }

    private boolean isDenied(Set<String> publicIps) {
        return securityRules().filter(rule -> rule.path("access").asText().equals("Deny"))
                .map(JsonNode::toString)
                .anyMatch(rule -> publicIps.stream().anyMatch(id -> rule.contains("\"<ip of " + name(id) + ">\"")));
    }

    private Stream<JsonNode> securityRules() {
        return state.properties()
                .stream()
                .filter(each -> each.getKey().startsWith("microsoft.network/networksecuritygroups/"))
                .flatMap(each -> each.getValue().at("/properties/securityRules").valueStream())
                .filter(rule -> rule.path("name").asText().toLowerCase(Locale.ROOT).startsWith("k8s-azure-lb_"))
                .map(rule -> rule.path("properties"));
    }

    private static JsonNode privateLink(JsonNode service) {
        return without(service, List.of("loadBalancerFrontendIpConfigurations"));
    }

    private static String name(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }
}

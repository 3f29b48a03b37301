package io.azureccm.e2e.suite.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.AzureSimulator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Judges whether Azure serves the addresses of a Service: from the address to a frontend, a rule per port, members, and admission. */
public final class ServedAddresses {
    private final Map<String, JsonNode> state;

    public ServedAddresses(AzureSimulator azure) {
        this.state = azure.state();
    }

    /** Why traffic to these addresses does not arrive, one line each; {@code service} is as the API shows it. */
    public List<String> problems(JsonNode service, List<String> addresses) {
        List<String> problems = new ArrayList<>();
        String name = service.at("/metadata/name").asText();
        for (String address : addresses) {
            problem(service, address).ifPresent(problem -> problems.add(name + " at " + address + ": " + problem));
        }
        return problems;
    }

    private Optional<String> problem(JsonNode service, String address) {
        for (JsonNode balancer : ofType("loadBalancers")) {
            for (JsonNode frontend : balancer.at("/properties/frontendIPConfigurations")) {
                if (address.equals(addressOf(frontend))) {
                    return problem(service, address, balancer, frontend);
                }
            }
        }
        return Optional.of("no frontend has it");
    }

    private Optional<String> problem(JsonNode service, String address, JsonNode balancer, JsonNode frontend) {
        if (!balancer.at("/properties/provisioningState").asText().equals("Succeeded")) {
            return Optional.of("its load balancer is " + balancer.at("/properties/provisioningState").asText());
        }
        for (JsonNode port : service.at("/spec/ports")) {
            Optional<JsonNode> rule = rule(balancer, frontend, port);
            if (rule.isEmpty()) {
                return Optional.of("no rule for port " + port.path("port"));
            }
            if (!hasMembers(balancer, rule.get())) {
                return Optional.of("nothing behind port " + port.path("port"));
            }
            // Inside the network the default rules let everybody in.
            boolean isPublic = !frontend.at("/properties/publicIPAddress/id").asText().isEmpty();
            if (isPublic && !isAdmitted(address, port, rule.get())) {
                return Optional.of("no security rule admits port " + port.path("port"));
            }
        }
        return Optional.empty();
    }

    private String addressOf(JsonNode frontend) {
        String reference = frontend.at("/properties/publicIPAddress/id").asText();
        return reference.isEmpty()
                ? frontend.at("/properties/privateIPAddress").asText()
                : ofType("publicIPAddresses").stream()
                        .filter(ip -> ip.path("id").asText().equalsIgnoreCase(reference))
                        .map(ip -> ip.at("/properties/ipAddress").asText())
                        .findFirst()
                        .orElse("");
    }

    private static Optional<JsonNode> rule(JsonNode balancer, JsonNode frontend, JsonNode port) {
        return stream(balancer.at("/properties/loadBalancingRules"))
                .filter(rule -> rule.at("/properties/frontendIPConfiguration/id")
                        .asText()
                        .equalsIgnoreCase(frontend.path("id").asText()))
                .filter(rule -> admits(rule.path("properties"), port))
                .findFirst();
    }

    /** A rule for one port, or one for all ports. */
    private static boolean admits(JsonNode rule, JsonNode port) {
        int frontendPort = rule.path("frontendPort").asInt();
        String protocol = rule.path("protocol").asText();
        return (frontendPort == 0 || frontendPort == port.path("port").asInt())
                && (protocol.equalsIgnoreCase("All") || protocol.equalsIgnoreCase(port.path("protocol").asText()));
    }

    private static boolean hasMembers(JsonNode balancer, JsonNode rule) {
        String reference = rule.at("/properties/backendAddressPool/id").asText();
        return stream(balancer.at("/properties/backendAddressPools"))
                .filter(pool -> pool.path("id").asText().equalsIgnoreCase(reference))
                .anyMatch(pool -> !pool.at("/properties/backendIPConfigurations").isEmpty()
                        || !pool.at("/properties/loadBalancerBackendAddresses").isEmpty());
    }

    /** Without floating IP packets arrive with the address and port of a node. */
    private boolean isAdmitted(String address, JsonNode port, JsonNode balancing) {
        boolean floating = balancing.at("/properties/enableFloatingIP").asBoolean();
        String wanted = floating ? port.path("port").asText() : balancing.at("/properties/backendPort").asText();
        return ofType("networkSecurityGroups").stream()
                .flatMap(group -> stream(group.at("/properties/securityRules")))
                .map(rule -> rule.path("properties"))
                .anyMatch(rule -> rule.path("access").asText().equals("Allow")
                        && (!floating || holds(rule, "destinationAddressPrefix", address))
                        && holds(rule, "destinationPortRange", wanted));
    }

    /** Azure has each of these as one value and as a list, under the same name in the plural. */
    private static boolean holds(JsonNode rule, String member, String value) {
        String plural = member.endsWith("x") ? member + "es" : member + "s";
        return rule.path(member).asText().equals(value)
                || stream(rule.path(plural)).anyMatch(each -> each.asText().equals(value));
    }

    private List<JsonNode> ofType(String type) {
        String part = "/providers/microsoft.network/" + type.toLowerCase(Locale.ROOT) + "/";
        return state.entrySet()
                .stream()
                .filter(entry -> entry.getKey().toLowerCase(Locale.ROOT).contains(part))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static java.util.stream.Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}

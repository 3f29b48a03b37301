package io.azureccm.e2e.suite.faults.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.state.StateDiff;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares two outcomes of the same desired state, without what may depend on the way there. */
public final class Outcomes {
    private static final String FRONTENDS = "frontendIPConfigurations";

    private Outcomes() {}

    /**
     * The differences, without what people have added, the priorities of security rules, the names of frontends (one that is
     * shared bears the name of the Service that was first), private addresses and who shares them (Azure has each on one frontend:
     * who asks for none keeps what it has, and others may ask for that later), tags and DNS labels (who asks for none keeps
     * those there are) and, where machines come and go, the models of scale sets without any; where there are several load
     * balancers, which of them Services and nodes are on, and with that the security rules for {@code nodes}, their addresses.
     */
    public static List<String> differences(World world, Set<String> nodes, ObjectNode expected, ObjectNode found) {
        return StateDiff.lines(plain(world, nodes, expected), plain(world, nodes, found));
    }

    private static JsonNode plain(World world, Set<String> nodes, ObjectNode state) {
        ObjectNode plain = renamed(state);
        if (world.hasSeveralLoadBalancers())
            plain = onAnyLoadBalancer(plain);
        if (world.hasNodes())
            plain.properties().removeIf(each -> each.getValue().isArray());
        if (world.hasSeveralLoadBalancers()) {
            plain.properties().removeIf(each -> each.getKey().contains("loadbalancers") || each.getValue().isArray());
        }
        for (Map.Entry<String, JsonNode> each : plain.properties()) {
            each.getValue()
                    .path("properties")
                    .path(FRONTENDS)
                    .forEach(frontend -> remove(frontend.path("properties"),
                            List.of("privateIPAddress", "privateIPAllocationMethod")));
            withoutPersons(each.getValue().at("/properties/routes"));
            withoutPersons(each.getValue().at("/properties/securityRules"));
            each.getValue().at("/properties/securityRules").forEach(Outcomes::destinationsAsSet);
            if (world.hasSeveralLoadBalancers())
                withoutThoseForNodes(each.getValue().at("/properties/securityRules"), nodes);
            each.getValue()
                    .at("/properties/securityRules")
                    .forEach(rule -> remove(rule.path("properties"), world.hasSeveralLoadBalancers()
                            ? List.of("priority", "destinationAddressPrefix", "destinationAddressPrefixes")
                            : List.of("priority")));
            if (each.getKey().contains("publicipaddresses")) {
                remove(each.getValue().path("properties"), world.hasSeveralLoadBalancers()
                        ? List.of("ipTags", "dnsSettings", "ipConfiguration")
                        : List.of("ipTags", "dnsSettings"));
                if (each.getValue().path("tags") instanceof ObjectNode tags)
                    tags.remove(List.of("k8s-azure-dns-label-service", "team", "stage"));
            }
        }
        return plain;
    }

    /** What leads to a frontend leads to the same one wherever it is. */
    private static ObjectNode onAnyLoadBalancer(ObjectNode state) {
        state.properties().forEach(each -> {
            if (each.getKey().contains("privatelinkservices"))
                each.setValue(Foreign.json(each.getValue()
                        .toString()
                        .replaceAll("loadbalancers/[a-z0-9]+(-internal)?/frontend", "loadbalancers/any$1/frontend")));
        });
        return state;
    }

    private static void remove(JsonNode from, List<String> names) {
        ((ObjectNode) from).remove(names);
    }

    /** Frontends bear the name of a rule that uses them; a private address is kept when nobody asks for it any more. */
    private static ObjectNode renamed(ObjectNode state) {
        ObjectNode plain = unshared(state);
        Map<String, String> ids = new TreeMap<>();
        TreeSet<String> addresses = new TreeSet<>();
        for (Map.Entry<String, JsonNode> each : plain.properties()) {
            String balancer = each.getKey().replaceAll(".*/", "");
            for (JsonNode frontend : each.getValue().path("properties").path(FRONTENDS)) {
                String name = frontend.path("name").asText();
                TreeSet<String> rules = new TreeSet<>();
                frontend.at("/properties/loadBalancingRules").forEach(rule -> rules.add(rule.path("id").asText()));
                String user = rules.isEmpty() ? name : "frontend of " + rules.first().replaceAll(".*/", "");
                ((ObjectNode) frontend).put("name", user);
                if (frontend.path("properties").has("privateIPAddress"))
                    addresses.add(frontend.at("/properties/privateIPAddress").asText());
                String before = "loadbalancers/" + balancer + "/frontendipconfigurations/";
                ids.put(before + name + "\"", before + user + "\"");
            }
        }
        String text = plain.toString();
        for (Map.Entry<String, String> each : ids.entrySet())
            text = text.replace(each.getKey(), each.getValue());
        for (String address : addresses)
            text = text.replace("\"" + address + "\"", "\"<private>\"");
        return sorted(Foreign.json(text));
    }

    /** Private frontends that several Services share, as one for each of them, and what leads to them. */
    private static ObjectNode unshared(ObjectNode state) {
        ObjectNode plain = state.deepCopy();
        plain.properties().forEach(balancer -> {
            JsonNode properties = balancer.getValue().path("properties");
            if (!(properties.path(FRONTENDS) instanceof ArrayNode frontends))
                return;
            for (JsonNode frontend : List.copyOf(frontends.valueStream().toList())) {
                Map<String, ArrayNode> users = users(frontend);
                if (users.size() < 2 || frontend.path("properties").has("publicIPAddress"))
                    continue;
                String id = frontend.path("id").asText();
                String first = users.keySet().iterator().next();
                users.forEach((user, rules) -> {
                    ObjectNode own = user.equals(first) ? (ObjectNode) frontend : frontends.addObject();
                    String ownId = user.equals(first) ? id : id + "-" + user;
                    if (own != frontend)
                        own.setAll(((ObjectNode) frontend).deepCopy());
                    own.put("id", ownId).put("name", ownId.replaceAll(".*/", ""));
                    ((ObjectNode) own.path("properties")).set("loadBalancingRules", rules);
                    properties.path("loadBalancingRules").forEach(rule -> {
                        if (user(rule.path("name").asText()).equals(user)
                                && rule.at("/properties/frontendIPConfiguration/id").asText().equalsIgnoreCase(id))
                            ((ObjectNode) rule.at("/properties/frontendIPConfiguration")).put("id", ownId);
                    });
                    redirect(plain, user, id, ownId);
                });
            }
        });
        return plain;
    }

    /** The private link service of a user leads to its own frontend. */
    private static void redirect(ObjectNode plain, String user, String shared, String own) {
        plain.properties().forEach(each -> {
            if (each.getKey().toLowerCase(Locale.ROOT).endsWith("/privatelinkservices/pls-" + user))
                each.setValue(Foreign.json(each.getValue()
                        .toString()
                        .replaceAll("(?i)" + Pattern.quote("\"" + shared + "\""),
                                Matcher.quoteReplacement("\"" + own + "\""))));
        });
    }

    private static Map<String, ArrayNode> users(JsonNode frontend) {
        Map<String, ArrayNode> users = new TreeMap<>();
        frontend.at("/properties/loadBalancingRules")
                .forEach(rule -> users.computeIfAbsent(user(rule.path("id").asText().replaceAll(".*/", "")),
                        none -> Foreign.json("{\"rules\": []}").withArrayProperty("rules")).add(rule));
        return users;
    }

    /** The Service that a rule is for: what its name begins with, up to the first dash outside of braces. */
    private static String user(String rule) {
        return rule.replaceFirst("^(a\\{[^}]*}|[^-]*).*$", "$1").toLowerCase(Locale.ROOT);
    }

    private static ObjectNode sorted(ObjectNode state) {
        state.properties().forEach(each -> {
            if (each.getValue().path("properties").path(FRONTENDS) instanceof ArrayNode frontends) {
                List<JsonNode> all = frontends.valueStream()
                        .sorted(
                                java.util.Comparator.comparing(frontend -> frontend.path("name").asText()))
                        .toList();
                frontends.removeAll();
                frontends.addAll(all);
            }
        });
        return state;
    }

    /** Two private addresses read alike, and so do two Services that share one. */
    private static void destinationsAsSet(JsonNode rule) {
        ObjectNode properties = (ObjectNode) rule.path("properties");
        TreeSet<String> to = destinations(properties);
        properties.remove(List.of("destinationAddressPrefix", "destinationAddressPrefixes"));
        to.forEach(properties.putArray("destinationAddressPrefixes")::add);
    }

    private static TreeSet<String> destinations(JsonNode properties) {
        TreeSet<String> to = new TreeSet<>();
        properties.path("destinationAddressPrefixes").forEach(address -> to.add(address.asText()));
        if (properties.has("destinationAddressPrefix"))
            to.add(properties.path("destinationAddressPrefix").asText());
        return to;
    }

    /** Rules that let traffic through to nodes are there for the nodes behind the load balancer a Service is on. */
    private static void withoutThoseForNodes(JsonNode rules, Set<String> nodes) {
        for (Iterator<JsonNode> each = rules.iterator(); each.hasNext();) {
            TreeSet<String> to = destinations(each.next().path("properties"));
            if (!to.isEmpty() && nodes.containsAll(to))
                each.remove();
        }
    }

    private static void withoutPersons(JsonNode list) {
        for (Iterator<JsonNode> each = list.iterator(); each.hasNext();) {
            if (each.next().path("name").asText().startsWith("persons-"))
                each.remove();
        }
    }
}

package io.azureccm.e2e.suite.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.conformance.ConformanceCase.NodeSpec;
import io.azureccm.e2e.suite.conformance.ConformanceCase.Step;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One cluster that holds the Services of many cases, each called {@code CASE-NAME}, and in Azure what their cases expect together:
 * the recorded ones hold what the reference left, those under {@code conformance/own} what is documented of it. Frontends, rules, probes
 * and public IPs are named after their Service, so that they lie beside each other; security rules are named after what they allow,
 * so that one rule leads to the addresses of all that expect it. What ARM chooses (UIDs of Services come from the API server,
 * addresses, priorities) and what only one Service can have (node ports) is chosen here; nothing is made by a controller.
 */
public final class ReferenceEstate {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ADDRESS = Pattern.compile("<ip of ([^>]+)>");

    /** Cases whose Services cannot be in one cluster with the others. */
    private static final Map<String, String> ALONE = Map.ofEntries(
            Map.entry("class-of-another", "has nothing in Azure"),
            Map.entry("no-rule-at-all", "has no rule"),
            Map.entry("type-to-clusterip", "has nothing in Azure"));

    private final List<ConformanceCase> cases;
    private final Map<String, String> addresses = new HashMap<>();
    private final Map<String, Integer> nodePorts = new HashMap<>();

    private ReferenceEstate(List<ConformanceCase> cases) {
        this.cases = cases;
    }

    /** All cases that have the cloud config and the infrastructure of {@code basic-tcp}, and no Service that is refused. */
    public static ReferenceEstate whole() {
        ConformanceCase first = ConformanceCases.read("basic-tcp");
        Set<String> taken = new TreeSet<>();
        List<ConformanceCase> cases = Stream
                .concat(ConformanceCases.SUPPORTED.stream().map(ConformanceCases::read),
                        OwnCases.names().stream().map(OwnCases::read))
                .filter(each -> each.cloudConfig().equals(first.cloudConfig()) && each.nodes().equals(first.nodes()))
                .filter(each -> each.expect().warnings().isEmpty() && !ALONE.containsKey(each.name()))
                .filter(each -> each.steps().stream().noneMatch(Step.LabelNodes.class::isInstance))
                .filter(each -> ids(each.azure()).equals(ids(first.azure())))
                .filter(each -> !opensNodePorts(each))
                .filter(each -> chosen(each).stream().noneMatch(taken::contains))
                .peek(each -> taken.addAll(chosen(each)))
                .toList();
        return new ReferenceEstate(cases);
    }

    /** Security rules are named after the ports they open: one to a node port is another one with another port. */
    private static boolean opensNodePorts(ConformanceCase each) {
        return each.expect().azure().findValues("destinationPortRanges").toString().matches(".*\"3[0-2]\\d{3}\".*");
    }

    private static Set<String> ids(List<ObjectNode> resources) {
        Set<String> ids = new TreeSet<>();
        resources.forEach(each -> ids.add(each.path("id").asText()));
        return ids;
    }

    /**
     * What a user chose and can be there only once: private addresses, names of public IPs, DNS labels, and
     * health check ports, after which probes are named.
     */
    private static Set<String> chosen(ConformanceCase each) {
        Set<String> chosen = new TreeSet<>();
        each.expect().azure().findValues("privateIPAddress").forEach(ip -> {
            if (!ip.asText().startsWith("<"))
                chosen.add(ip.asText());
        });
        each.expect().azure().findValues("domainNameLabel").forEach(label -> chosen.add(label.asText()));
        for (Step step : each.steps()) {
            if (step instanceof Step.Apply(List<ObjectNode> manifests))
                manifests.forEach(
                        one -> one.findValues("healthCheckNodePort").forEach(port -> chosen.add(port.asText())));
        }
        each.expect().azure().fieldNames().forEachRemaining(key -> {
            if (key.contains("/publicipaddresses/") && !key.contains("{uid-"))
                chosen.add(key);
        });
        return chosen;
    }

    public List<String> names() {
        return cases.stream().map(ConformanceCase::name).toList();
    }

    /** How many of its cases were recorded: what they hold in Azure is what the reference left, down to the last field. */
    public long recorded() {
        return names().stream().filter(ConformanceCases.SUPPORTED::contains).count();
    }

    public ObjectNode cloudConfig() {
        return cases.getFirst().cloudConfig().deepCopy();
    }

    public List<ObjectNode> nodes() {
        return cases.getFirst().nodes().stream().map(ReferenceEstate::node).toList();
    }

    private static ObjectNode node(NodeSpec spec) {
        ObjectNode node = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", spec.name());
        node.putObject("spec").put("providerID", spec.providerId());
        ObjectNode status = node.putObject("status");
        spec.addresses()
                .forEach(ip -> status.withArray("addresses").addObject().put("type", "InternalIP").put("address", ip));
        status.withArray("conditions").addObject().put("type", "Ready").put("status", "True");
        return node;
    }

    /** The Services as users last applied them, without a status. */
    public List<ObjectNode> services() {
        return cases.stream().flatMap(each -> manifests(each).values().stream()).toList();
    }

    private Map<String, ObjectNode> manifests(ConformanceCase given) {
        Map<String, ObjectNode> last = new LinkedHashMap<>();
        for (Step step : given.steps()) {
            switch (step) {
                case Step.Apply(List<ObjectNode> manifests) -> manifests
                        .forEach(each -> last.put(each.at("/metadata/name").asText(), each.deepCopy()));
                case Step.Delete(List<String> names) ->
                    names.forEach(each -> last.remove(each.substring(each.indexOf('/') + 1)));
                case Step.LabelNodes none -> throw new IllegalStateException();
            }
        }
        last.forEach((name, manifest) -> {
            ObjectNode metadata = (ObjectNode) manifest.path("metadata");
            metadata.put("name", given.name() + "-" + name);
            metadata.set("finalizers", state(given, name).path("finalizers"));
            manifest.at("/spec/ports").forEach(port -> renumber(given, port, "nodePort"));
        });
        return last;
    }

    /** Each node port of a case is another one here. */
    private void renumber(ConformanceCase given, JsonNode holder, String field) {
        if (holder.has(field))
            ((ObjectNode) holder).put(field, nodePorts.computeIfAbsent(given.name() + " " + holder.get(field).asInt(),
                    same -> 30_000 + nodePorts.size()));
    }

    /** The numbers in probes and rules that are node ports of the case. */
    private void renumbered(ConformanceCase given, JsonNode azure) {
        azure.forEach(resource -> {
            resource.at("/properties/probes").forEach(each -> nodePort(given, each.path("properties"), "port"));
            resource.at("/properties/loadBalancingRules")
                    .forEach(each -> nodePort(given, each.path("properties"), "backendPort"));
        });
    }

    private void nodePort(ConformanceCase given, JsonNode properties, String field) {
        Integer here = nodePorts.get(given.name() + " " + properties.path(field).asInt());
        if (here != null)
            ((ObjectNode) properties).put(field, here);
    }

    private static JsonNode state(ConformanceCase given, String name) {
        return given.expect().services().path("default/" + name);
    }

    /** The status of each Service by name; {@code uids} are those of the Services by name. */
    public Map<String, JsonNode> statuses(Map<String, String> uids) {
        Map<String, JsonNode> statuses = new LinkedHashMap<>();
        for (ConformanceCase each : cases) {
            manifests(each).keySet().forEach(name -> {
                ObjectNode status = JSON.createObjectNode();
                status.putObject("loadBalancer").set("ingress", real(each, state(each, name), uids).path("ingress"));
                statuses.put(each.name() + "-" + name, status);
            });
        }
        return statuses;
    }

    /** All that is in Azure. */
    public List<ObjectNode> azure(Map<String, String> uids) {
        Map<String, ObjectNode> merged = new LinkedHashMap<>();
        Map<String, Set<String>> pools = new HashMap<>();
        for (ConformanceCase each : cases) {
            JsonNode real = real(each, each.expect().azure(), uids);
            renumbered(each, real);
            real.properties().forEach(entry -> {
                if (entry.getValue() instanceof ArrayNode list) {
                    list.forEach(pool -> pools.computeIfAbsent(entry.getKey(), same -> new TreeSet<>())
                            .add(pool.asText()));
                } else {
                    ObjectNode resource = (ObjectNode) entry.getValue();
                    merged.merge(entry.getKey(), resource,
                            (one, other) -> SharedResources.merge(entry.getKey(), one, other));
                }
            });
        }
        merged.forEach((key, resource) -> SharedResources.priorities(resource.at("/properties/securityRules")));
        List<ObjectNode> all = new ArrayList<>(merged.values());
        for (ObjectNode seed : cases.getFirst().azure()) {
            String id = seed.path("id").asText().toLowerCase(java.util.Locale.ROOT);
            String key = id.substring(id.indexOf("/providers/") + "/providers/".length());
            if (merged.containsKey(key))
                continue;
            ObjectNode resource = seed.deepCopy();
            join(resource, pools.getOrDefault(key, Set.of()), id.substring(0, id.indexOf("/providers/")));
            all.add(resource);
        }
        return all;
    }

    /** An expectation with the names, UIDs and addresses of this estate. */
    private JsonNode real(ConformanceCase given, JsonNode expected, Map<String, String> uids) {
        String text = expected.toString();
        for (String name : manifests(given).keySet()) {
            String uid = uids.get(given.name() + "-" + name);
            String bare = uid.replace("-", "");
            text = text.replace("{uid-" + name + "}", uid)
                    .replace("{uid-" + name + "-nodash}", bare)
                    .replace("{uid-" + name + "-nodash31}", bare.substring(0, 31))
                    .replaceAll("default/" + Pattern.quote(name) + "(?![\\w-])",
                            Matcher.quoteReplacement("default/" + given.name() + "-" + name));
        }
        String found = ADDRESS.matcher(text)
                .replaceAll(match -> addresses.computeIfAbsent(match.group(1), this::address));
        try {
            return JSON.readTree(found);
        } catch (JsonProcessingException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }

    private String address(String of) {
        int next = addresses.size() + 1;
        return (of.startsWith("frontend ") ? "10.240.7." : "52.0.0.") + next;
    }

    private static void join(ObjectNode machine, Set<String> pools, String group) {
        machine.findValues("ipConfigurations").forEach(list -> list.forEach(config -> pools.forEach(pool -> {
            ObjectNode properties = (ObjectNode) config.path("properties");
            properties.withArray("loadBalancerBackendAddressPools")
                    .addObject()
                    .put("id", group + "/providers/Microsoft.Network/loadBalancers/" + pool);
        })));
    }
}

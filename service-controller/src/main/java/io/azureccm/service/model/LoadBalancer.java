package io.azureccm.service.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.ExtendedLocation;
import io.azureccm.common.config.loadbalancer.LoadBalancerSku;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.diff.Differ;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A load balancer, observed or desired; elements are in the order of its JSON and are found by name, case-insensitively. */
public final class LoadBalancer implements ArmElement {
    /** How observed elements are compared with desired ones. */
    public static final DiffRules RULES = DiffRules.NONE.caseless("protocol", "requestPath", "loadDistribution")
            .absentIsFalse("enableTcpReset")
            .absentIsFalse("disableOutboundSnat");
    /** A load balancer that does not exist, or is to be deleted. */
    public static final LoadBalancer NONE = new LoadBalancer(null, ArmJson.object());

    /** Names of element types in plans. */
    private static final Map<String, String> ELEMENTS = new LinkedHashMap<>();

    static {
        ELEMENTS.put(Frontend.PROPERTY, "frontend");
        ELEMENTS.put(Pool.PROPERTY, "pool");
        ELEMENTS.put(Rule.Kind.LOAD_BALANCING.property(), "rule");
        ELEMENTS.put(Probe.PROPERTY, "probe");
    }

    /** Provides the cause for adding, removing or updating an element (frontend, pool, rule or probe). */
    @FunctionalInterface
    public interface CauseOfElement {
        Cause of(String element, Change.Kind kind, String name);
    }

    private final ArmId id;
    private final ObjectNode json;
    private final List<Frontend> frontends;
    private final List<Pool> pools;
    private final List<Rule> rules;
    private final List<Probe> probes;
    private volatile Map<String, List<Rule>> users;
    private List<ArmId> publicIpPerGroup;
    private volatile Map<String, Rule> rulesByName;
    private volatile Map<String, Probe> probesByName;
    private volatile Map<String, Integer> ruleCounts;

    private LoadBalancer(ArmId id, ObjectNode json) {
        this(id, json, ArmJson.list(json, body -> new Frontend(id, body), "properties", Frontend.PROPERTY),
                ArmJson.list(json, body -> new Pool(id, body), "properties", Pool.PROPERTY),
                rules(json, Rule.Kind.LOAD_BALANCING),
                ArmJson.list(json, Probe::new, "properties", Probe.PROPERTY));
    }

    private LoadBalancer(ArmId id, ObjectNode json, List<Frontend> frontends, List<Pool> pools, List<Rule> rules,
            List<Probe> probes) {
        this.id = id;
        this.json = json;
        this.frontends = List.copyOf(frontends);
        this.pools = List.copyOf(pools);
        this.rules = List.copyOf(rules);
        this.probes = List.copyOf(probes);
    }

    public static LoadBalancer of(ObjectNode json) {
        return of(ArmId.parse(ArmJson.text(json, "id")), json);
    }

    /** A load balancer whose JSON may lack its id, such as the body of a write. */
    public static LoadBalancer of(ArmId id, ObjectNode json) {
        return new LoadBalancer(id, json);
    }

    public static LoadBalancer created(ArmId id, String location, LoadBalancerSku sku, ExtendedLocation edgeZone) {
        ObjectNode json = ArmJson.object().put("location", location);
        if (sku == LoadBalancerSku.STANDARD)
            json.putObject("sku").put("name", "Standard");
        ArmJson.putEdgeZone(json, edgeZone);
        return new LoadBalancer(id, json);
    }

    /** A copy with these elements and tags; {@code id} as spelled by the caller. */
    public LoadBalancer with(ArmId id, List<Frontend> frontends, List<Pool> pools, List<Rule> rules, List<Probe> probes,
            Map<String, String> tags) {
        ObjectNode next = ArmJson.copyWithout(json, ELEMENTS.keySet());
        ObjectNode properties = ArmJson.properties(next);
        properties.set(Frontend.PROPERTY, ArmJson.elements(frontends));
        properties.set(Pool.PROPERTY, ArmJson.elements(pools));
        properties.set(Rule.Kind.LOAD_BALANCING.property(), ArmJson.elements(rules));
        properties.set(Probe.PROPERTY, ArmJson.elements(probes));
        ResourceTags.put(next, tags);
        boolean isSpelledAlike = Stream.concat(frontends.stream().map(Frontend::loadBalancer),
                pools.stream().map(Pool::loadBalancer)).allMatch(each -> each.toString().equals(id.toString()));
        return isSpelledAlike
                ? new LoadBalancer(id, next, frontends, pools, rules, probes)
                : new LoadBalancer(id, next);
    }

    @Override
    public ArmId id() {
        return id;
    }

    @Override
    public ObjectNode json() {
        return json;
    }

    public boolean exists() {
        return this != NONE;
    }

    /** True for SKU basic; Azure cannot change the SKU. */
    public boolean isBasic() {
        return ArmJson.text(json, "sku", "name").equalsIgnoreCase("Basic");
    }

    public List<Frontend> frontends() {
        return frontends;
    }

    public List<Pool> pools() {
        return pools;
    }

    /** One public IP for each resource group that contains public IPs of frontends named after Services. */
    public List<ArmId> publicIpPerGroup() {
        if (publicIpPerGroup == null) {
            Map<String, ArmId> byGroup = new LinkedHashMap<>();
            frontends.stream()
                    .filter(frontend -> ServiceNames.isNamedAfterService(frontend.name()))
                    .flatMap(frontend -> frontend.publicIp().stream())
                    .forEach(ip -> byGroup.putIfAbsent(
                            (ip.subscription() + "/" + ip.resourceGroup()).toLowerCase(Locale.ROOT), ip));
            publicIpPerGroup = List.copyOf(byGroup.values());
        }
        return publicIpPerGroup;
    }

    public Optional<Pool> pool(String name) {
        return pools.stream().filter(pool -> pool.name().equalsIgnoreCase(name)).findFirst();
    }

    /** The load-balancing rules. */
    public List<Rule> rules() {
        return rules;
    }

    public List<Rule> rules(Rule.Kind kind) {
        return rules(json, kind);
    }

    private static List<Rule> rules(ObjectNode json, Rule.Kind kind) {
        return ArmJson.list(json, body -> new Rule(kind, body), "properties", kind.property());
    }

    public Optional<Rule> rule(String name) {
        if (rulesByName == null)
            rulesByName = byName(rules);
        return Optional.ofNullable(rulesByName.get(name.toLowerCase(Locale.ROOT)));
    }

    /** The number of load-balancing rules by the base name that they begin with. */
    public Map<String, Integer> ruleCounts() {
        if (ruleCounts == null) {
            Map<String, Integer> counts = new HashMap<>();
            rules.forEach(rule -> counts.merge(rule.baseName(), 1, Integer::sum));
            ruleCounts = counts;
        }
        return ruleCounts;
    }

    public List<Probe> probes() {
        return probes;
    }

    public Optional<Probe> probe(String name) {
        if (probesByName == null)
            probesByName = byName(probes);
        return Optional.ofNullable(probesByName.get(name.toLowerCase(Locale.ROOT)));
    }

    private static <T extends ArmElement> Map<String, T> byName(List<T> elements) {
        Map<String, T> byName = new HashMap<>();
        elements.forEach(element -> byName.put(element.key(), element));
        return byName;
    }

    /** Rules of all kinds that refer to the frontend of this name. */
    public List<Rule> usersOf(String frontend) {
        if (users == null) {
            Map<String, List<Rule>> byFrontend = new HashMap<>();
            for (Rule.Kind kind : Rule.Kind.values()) {
                for (Rule rule : kind == Rule.Kind.LOAD_BALANCING ? rules : rules(kind)) {
                    Set.copyOf(rule.frontends())
                            .forEach(name -> byFrontend.computeIfAbsent(name, none -> new ArrayList<>()).add(rule));
                }
            }
            users = byFrontend;
        }
        return users.getOrDefault(frontend.toLowerCase(Locale.ROOT), List.of());
    }

    /** The changes from an earlier state of this load balancer to this one. */
    public List<Change> changesFrom(LoadBalancer before, CauseOfElement causeOf) {
        List<Change> changes = new ArrayList<>();
        if (isShownBy(before))
            return changes;
        ELEMENTS.forEach((property, element) -> changes.addAll(Differ.elements(element, before.array(property),
                array(property), RULES, (kind, name) -> causeOf.of(element, kind, name))));
        return changes;
    }

    /** True if every element is the same instance as in the earlier state. */
    private boolean isShownBy(LoadBalancer before) {
        return areShown(frontends, before.frontends) && areShown(pools, before.pools) && areShown(rules, before.rules)
                && areShown(probes, before.probes);
    }

    private static boolean areShown(List<? extends ArmElement> elements, List<? extends ArmElement> before) {
        return ArmJson.areSame(elements.stream().map(ArmElement::json).toList(),
                before.stream().map(ArmElement::json).toList());
    }

    private JsonNode array(String property) {
        return json.path("properties").get(property);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LoadBalancer that && json.equals(that.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }
}

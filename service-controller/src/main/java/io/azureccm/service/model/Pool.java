package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.diff.Differ;
import io.azureccm.common.net.IpAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A backend pool of a load balancer: it contains IP configurations of network interfaces, or addresses. */
public final class Pool extends Element {
    static final String PROPERTY = "backendAddressPools";
    private static final String ADDRESSES = "loadBalancerBackendAddresses";
    private static final String STATE = "adminState";

    private final ArmId loadBalancer;
    private ArmId id;
    private List<ObjectNode> entries;
    private List<String> addresses;
    private List<ArmId> interfaces;

    public Pool(ArmId loadBalancer, ObjectNode json) {
        super(loadBalancer, json);
        this.loadBalancer = loadBalancer;
    }

    public ArmId loadBalancer() {
        return loadBalancer;
    }

    public static ArmId id(ArmId loadBalancer, String name) {
        return loadBalancer.child(PROPERTY, name);
    }

    public static Pool empty(ArmId loadBalancer, String name) {
        ObjectNode json = ArmJson.object().put("name", name);
        ArmJson.properties(json);
        return new Pool(loadBalancer, json);
    }

    /** The body of the request that converts pools of interfaces, by name, to pools of addresses. */
    public static ObjectNode migration(List<String> names) {
        ObjectNode json = ArmJson.object();
        json.set("pools", ArmJson.textArray(names));
        return json;
    }

    @Override
    public ArmId id() {
        if (id == null)
            id = id(loadBalancer, name());
        return id;
    }

    public boolean hasInterfaces() {
        return !json().path("properties").path("backendIPConfigurations").isEmpty();
    }

    /** The ids of its IP configurations. */
    public List<ArmId> interfaces() {
        if (interfaces == null)
            interfaces = ArmJson.ids(json(), "properties", "backendIPConfigurations");
        return interfaces;
    }

    /** True if it contains addresses of its own; a pool of interfaces lists its members without an address. */
    public boolean hasAddresses() {
        return !addresses().isEmpty();
    }

    /** Its own addresses in canonical form. */
    public List<String> addresses() {
        if (addresses == null)
            addresses = entries().stream().map(Pool::ip).filter(ip -> !ip.isEmpty()).toList();
        return addresses;
    }

    /** The number of its members. */
    public int size() {
        return Math.max(interfaces().size(), addresses().size());
    }

    /** True if its list of addresses shows members that joined by their network interfaces. */
    public boolean listsInterfaces() {
        return entries().stream()
                .anyMatch(entry -> ArmJson.child(entry, "properties", "networkInterfaceIPConfiguration").isPresent());
    }

    /** A copy without addresses and network, for interfaces to join. */
    public Pool withoutAddresses() {
        ObjectNode next = json().deepCopy();
        List<ObjectNode> kept = ArmJson.list(next, "properties", ADDRESSES);
        kept.removeIf(entry -> !ip(entry).isEmpty());
        ArmJson.properties(next).set(ADDRESSES, ArmJson.array(kept));
        ArmJson.properties(next).putNull("virtualNetwork");
        return new Pool(loadBalancer, next);
    }

    /**
     * A copy with exactly these addresses by node name, each once even if several nodes have it. Existing entries stay unchanged, except for
     * the name of another node that has another address now.
     */
    public Pool holding(Map<String, String> members, ArmId virtualNetwork) {
        Map<String, String> missing = new LinkedHashMap<>();
        members.forEach((name, ip) -> missing.putIfAbsent(ip, name));
        List<ObjectNode> entries = new ArrayList<>();
        for (ObjectNode entry : entries()) {
            String name = missing.remove(ip(entry));
            if (name != null)
                entries.add(named(withoutNetwork(entry), name, members));
        }
        missing.forEach((ip, name) -> {
            ObjectNode entry = ArmJson.object().put("name", name);
            ArmJson.properties(entry).put("ipAddress", ip);
            entries.add(entry);
        });
        boolean hasNetwork = !ArmJson.text(json(), "properties", "virtualNetwork", "id").isEmpty();
        if (ArmJson.areSame(entries(), entries) && (hasNetwork || entries.isEmpty()))
            return this;
        ObjectNode next = json().deepCopy();
        ObjectNode properties = ArmJson.properties(next);
        properties.set(ADDRESSES, ArmJson.array(entries));
        if (ArmJson.text(properties, "virtualNetwork", "id").isEmpty())
            properties.set("virtualNetwork", ArmJson.reference(virtualNetwork.toString()));
        return new Pool(loadBalancer, next);
    }

    /** The admin state of each of its addresses. */
    public Map<String, AdminState> adminStates() {
        Map<String, AdminState> states = new LinkedHashMap<>();
        entries().stream()
                .filter(entry -> !ip(entry).isEmpty())
                .forEach(entry -> states.put(ip(entry), AdminState.of(ArmJson.text(entry, "properties", STATE))));
        return states;
    }

    /** A copy with these admin states by address; other addresses keep theirs. */
    public Pool withAdminStates(Map<String, AdminState> states) {
        boolean same = adminStates().entrySet()
                .stream()
                .allMatch(each -> states.getOrDefault(each.getKey(), each.getValue()) == each.getValue());
        if (same)
            return this;
        ObjectNode next = json().deepCopy();
        ArmJson.list(next, "properties", ADDRESSES).forEach(entry -> {
            AdminState wanted = states.get(ip(entry));
            if (wanted != null)
                ArmJson.properties(entry).put(STATE, wanted.word());
        });
        return new Pool(loadBalancer, next);
    }

    /** The changes from the observed pool, if it exists, to this one. */
    public List<FieldChange> changesFrom(Optional<Pool> before) {
        return Differ.fields(before.map(Pool::json).orElse(null), json());
    }

    private List<ObjectNode> entries() {
        if (entries == null)
            entries = List.copyOf(ArmJson.list(json(), "properties", ADDRESSES));
        return entries;
    }

    private static ObjectNode named(ObjectNode entry, String name, Map<String, String> members) {
        boolean isOfAnother = !members.getOrDefault(ArmJson.name(entry), ip(entry)).equals(ip(entry));
        return isOfAnother ? entry.deepCopy().put("name", name) : entry;
    }

    /** Azure accepts the network at the pool or at the addresses, not at both. */
    private static ObjectNode withoutNetwork(ObjectNode entry) {
        if (ArmJson.child(entry, "properties", "virtualNetwork").isEmpty())
            return entry;
        ObjectNode next = entry.deepCopy();
        ArmJson.properties(next).putNull("virtualNetwork");
        return next;
    }

    private static String ip(ObjectNode entry) {
        return IpAddress.canonical(ArmJson.text(entry, "properties", "ipAddress"));
    }
}

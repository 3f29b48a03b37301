package io.azureccm.service.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A rule that sends traffic through frontends of a load balancer: a load-balancing rule, or an outbound rule, NAT rule or NAT pool that is
 * not managed.
 */
public final class Rule extends Element {
    /** The kinds, in the order in which messages list them. */
    public enum Kind {
        LOAD_BALANCING("loadBalancingRules", "load balancing rule"),
        OUTBOUND("outboundRules", "outbound rule"),
        INBOUND_NAT("inboundNatRules", "inbound NAT rule"),
        INBOUND_NAT_POOL("inboundNatPools", "inbound NAT pool");

        /** The kinds that Services never request. */
        public static final Set<Kind> OTHERS = EnumSet.range(OUTBOUND, INBOUND_NAT_POOL);

        private final String property;
        private final String text;

        Kind(String property, String text) {
            this.property = property;
            this.text = text;
        }

        String property() {
            return property;
        }
    }

    private final Kind kind;
    private final List<String> frontends;
    private final String frontend;
    private final String pool;
    private final String probe;

    public Rule(Kind kind, ObjectNode json) {
        super(kind, json);
        this.kind = kind;
        this.frontend = reference("frontendIPConfiguration");
        this.frontends = frontendNames();
        this.pool = last(reference("backendAddressPool"));
        this.probe = last(reference("probe"));
    }

    public Kind kind() {
        return kind;
    }

    /** The id of a load-balancing rule. */
    public static ArmId id(ArmId loadBalancer, String name) {
        return loadBalancer.child(Kind.LOAD_BALANCING.property, name);
    }

    public boolean isLoadBalancing() {
        return kind == Kind.LOAD_BALANCING;
    }

    /** The names, in lower case, of the frontends that it refers to. */
    public List<String> frontends() {
        return frontends;
    }

    private List<String> frontendNames() {
        List<String> names = new ArrayList<>();
        names.add(last(frontend).toLowerCase(Locale.ROOT));
        ArmJson.list(json(), "properties", Frontend.PROPERTY)
                .forEach(reference -> names.add(last(ArmJson.text(reference, "id")).toLowerCase(Locale.ROOT)));
        names.removeIf(String::isEmpty);
        return List.copyOf(names);
    }

    /** The id of its frontend, "" for a rule with several. */
    public String frontend() {
        return frontend;
    }

    /** The name of the pool that it sends traffic to, "" for none. */
    public String pool() {
        return pool;
    }

    /** The name of its probe, "" for none. */
    public String probe() {
        return probe;
    }

    public String protocol() {
        return ArmJson.text(json(), "properties", "protocol");
    }

    /** The frontend port, or the first of a range; 0 for all ports. */
    public int frontendPort() {
        return property(hasPortRange() ? "frontendPortRangeStart" : "frontendPort").asInt();
    }

    /** Whether it has a range of frontend ports, one for each machine. */
    public boolean hasPortRange() {
        JsonNode start = property("frontendPortRangeStart");
        return !start.isMissingNode() && !start.isNull();
    }

    public int lastFrontendPort() {
        return hasPortRange() ? property("frontendPortRangeEnd").asInt() : frontendPort();
    }

    /** The frontend port and the backend port as text, "" if Azure shows none. */
    public List<String> ports() {
        return List.of(ArmJson.text(json(), "properties", "frontendPort"),
                ArmJson.text(json(), "properties", "backendPort"));
    }

    /** Whether packets arrive at machines with the address of the frontend instead of that of the machine. */
    public boolean floatingIp() {
        return property("enableFloatingIP").asBoolean();
    }

    boolean isProbed() {
        return ArmJson.child(json(), "properties", "probe").isPresent();
    }

    /** Its kind and name, for messages. */
    @Override
    public String toString() {
        return kind.text + " " + name();
    }

    private JsonNode property(String name) {
        return json().path("properties").path(name);
    }

    private String reference(String property) {
        return ArmJson.text(json(), "properties", property, "id");
    }

    private static String last(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }
}

package io.azureccm.service.plan.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.context.KnownServices;
import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Who has which port of which frontend: rules and NAT rules that stay, ranges of NAT pools, and Services in the order they ask. */
public final class FrontendPorts {
    private static final String ALL_PORTS = "all ports";

    private record Listener(String frontend, String protocol, int port) {
        static Listener of(String frontend, String protocol, int port) {
            return new Listener(frontend.toLowerCase(Locale.ROOT), protocol.toLowerCase(Locale.ROOT), port);
        }

    }

    private record Range(Listener first, int last, String holder) {
        boolean holds(Listener listener) {
            return first.frontend().equals(listener.frontend()) && first.protocol().equals(listener.protocol())
                    && first.port() <= listener.port() && listener.port() <= last;
        }

        /** How the port is taken, as a part of a sentence. */
        String text() {
            return "being in the range (" + first.port() + "-" + last + ") of an existing " + holder;
        }
    }

    /** A port that a Service asks for: its name, the protocol as rules spell it, and the rule it gets. */
    private record Claim(String name, String protocol, String frontend, String rule) {}

    private final Map<Listener, String> taken = new HashMap<>();
    private final List<Range> ranges = new ArrayList<>();

    /** What on a load balancer keeps its ports whatever the planned Services want; null is a load balancer that is not there. */
    public void takeFrom(ObjectNode balancer, KnownServices known) {
        for (ObjectNode rule : ArmJson.list(balancer, "properties", "loadBalancingRules")) {
            if (!known.isPlanned(ArmJson.name(rule)))
                taken.put(listener(rule, "frontendPort"), referenced("loadBalancing rule " + ArmJson.name(rule)));
        }
        for (ObjectNode rule : ArmJson.list(balancer, "properties", "inboundNatRules")) {
            take(rule, "inbound NAT rule " + ArmJson.name(rule));
        }
        for (ObjectNode pool : ArmJson.list(balancer, "properties", "inboundNatPools")) {
            take(pool, "inbound NAT pool " + ArmJson.name(pool));
        }
    }

    private void take(ObjectNode rule, String holder) {
        if (rule.path("properties").hasNonNull("frontendPortRangeStart")) {
            ranges.add(new Range(listener(rule, "frontendPortRangeStart"),
                    rule.path("properties").path("frontendPortRangeEnd").asInt(), holder));
        } else {
            taken.put(listener(rule, "frontendPort"), referenced(holder));
        }
    }

    private static Listener listener(ObjectNode rule, String port) {
        return Listener.of(ArmJson.text(rule, "properties", "frontendIPConfiguration", "id"),
                ArmJson.text(rule, "properties", "protocol"), rule.path("properties").path(port).asInt());
    }

    /** Takes all ports of the Service on its frontends, or none and says which of them somebody else has. */
    public Optional<Refusal> claim(ServiceSpec service, List<FrontendModel> frontends) {
        Map<Listener, Claim> own = new LinkedHashMap<>();
        for (FrontendModel frontend : frontends) {
            String id = frontend.id().toString();
            for (PortSpec port : service.traffic().ports()) {
                own.put(Listener.of(id, port.protocol().ruleProtocol(), port.port()),
                        new Claim(port.name(), port.protocol().ruleProtocol(), id,
                                ServiceNames.rule(service, port.protocol().name(), port.port(), frontend.family())));
            }
            if (service.traffic().highAvailabilityPorts()) {
                PortSpec first = service.traffic().ports().getFirst();
                own.put(Listener.of(id, "All", 0), new Claim(ALL_PORTS, "All", id,
                        ServiceNames.rule(service, first.protocol().name(), first.port(), frontend.family())));
            }
        }
        for (Map.Entry<Listener, Claim> port : own.entrySet()) {
            Optional<String> holder = holder(port.getKey());
            if (holder.isPresent())
                return Optional.of(conflict(service, port.getKey().port(), port.getValue(), holder.get()));
        }
        own.forEach((listener, claim) -> taken.put(listener,
                referenced("loadBalancing rule " + claim.rule() + " (service " + service.subject() + ")")));
        return Optional.empty();
    }

    private static Refusal conflict(ServiceSpec service, int port, Claim claim, String holder) {
        return new Refusal("PortConflict", service.subject(), "checkLoadBalancerResourcesConflicts: service port "
                + claim.name() + " is trying to consume the port " + port + " which is " + holder
                + " with the same protocol " + claim.protocol() + " and frontend IP config with ID " + claim.frontend()
                + ": use another port or another address");
    }

    private static String referenced(String holder) {
        return "being referenced by an existing " + holder;
    }

    private Optional<String> holder(Listener listener) {
        return Optional.ofNullable(taken.get(listener))
                .or(() -> ranges.stream().filter(range -> range.holds(listener)).map(Range::text).findFirst());
    }
}

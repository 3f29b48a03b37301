package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.intent.PortIntent;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Who has which port of which frontend: rules and NAT rules that stay, ranges of NAT pools, and Services in the order they ask. */
final class FrontendPorts {
    private static final String ALL_PORTS = "all ports";

    private record Listener(String frontend, String protocol, int port) {
        static Listener of(String frontend, String protocol, int port) {
            return new Listener(frontend.toLowerCase(Locale.ROOT), protocol.toLowerCase(Locale.ROOT), port);
        }

        String text() {
            return protocol + " " + port;
        }
    }

    private record Range(Listener first, int last, String holder) {
        boolean holds(Listener listener) {
            return first.frontend().equals(listener.frontend()) && first.protocol().equals(listener.protocol())
                    && first.port() <= listener.port() && listener.port() <= last;
        }
    }

    private final Map<Listener, String> taken = new HashMap<>();
    private final List<Range> ranges = new ArrayList<>();

    /** What on a load balancer keeps its ports whatever the planned Services want; null is a load balancer that is not there. */
    void takeFrom(ObjectNode balancer, KnownServices known) {
        for (ObjectNode rule : Tree.list(balancer, "properties", "loadBalancingRules")) {
            if (!known.isPlanned(Tree.name(rule)))
                taken.put(listener(rule, "frontendPort"), "rule " + Tree.name(rule));
        }
        for (ObjectNode rule : Tree.list(balancer, "properties", "inboundNatRules")) {
            take(rule, "inbound NAT rule " + Tree.name(rule));
        }
        for (ObjectNode pool : Tree.list(balancer, "properties", "inboundNatPools")) {
            take(pool, "inbound NAT pool " + Tree.name(pool));
        }
    }

    private void take(ObjectNode rule, String holder) {
        if (rule.path("properties").hasNonNull("frontendPortRangeStart")) {
            ranges.add(new Range(listener(rule, "frontendPortRangeStart"),
                    rule.path("properties").path("frontendPortRangeEnd").asInt(), holder));
        } else {
            taken.put(listener(rule, "frontendPort"), holder);
        }
    }

    private static Listener listener(ObjectNode rule, String port) {
        return Listener.of(Tree.text(rule, "properties", "frontendIPConfiguration", "id"),
                Tree.text(rule, "properties", "protocol"), rule.path("properties").path(port).asInt());
    }

    /** Takes all ports of the Service on its frontends, or none and says which of them somebody else has. */
    Optional<Refusal> claim(ServiceIntent service, List<FrontendModel> frontends) {
        Map<Listener, String> own = new LinkedHashMap<>();
        for (FrontendModel frontend : frontends) {
            String id = frontend.id().toString();
            for (PortIntent port : service.traffic().ports()) {
                own.put(Listener.of(id, port.protocol().ruleProtocol(), port.port()), port.name());
            }
            if (service.traffic().highAvailabilityPorts())
                own.put(Listener.of(id, "All", 0), ALL_PORTS);
        }
        for (Map.Entry<Listener, String> port : own.entrySet()) {
            Optional<String> holder = holder(port.getKey());
            if (holder.isPresent()) {
                return Optional.of(new Refusal("PortConflict", service.subject(),
                        "checkLoadBalancerResourcesConflicts: service port " + port.getValue() + " ("
                                + port.getKey().text() + ") is already used by " + holder.get()
                                + " on the same frontend: use another port or another address"));
            }
        }
        own.keySet().forEach(listener -> taken.put(listener, "service " + service.subject()));
        return Optional.empty();
    }

    private Optional<String> holder(Listener listener) {
        return Optional.ofNullable(taken.get(listener))
                .or(() -> ranges.stream().filter(range -> range.holds(listener)).map(Range::holder).findFirst());
    }
}

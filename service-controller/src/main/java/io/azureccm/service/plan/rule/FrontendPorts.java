package io.azureccm.service.plan.rule;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Tracks which ports of each frontend are in use: by rules and NAT rules that stay, ranges of NAT pools, and Services in the order of their
 * claims.
 */
public final class FrontendPorts {
    private static final String ALL_PORTS = "all ports";

    private record Listener(String frontend, String protocol, int port) {
        static Listener of(String frontend, String protocol, int port) {
            return new Listener(frontend.toLowerCase(Locale.ROOT), protocol.toLowerCase(Locale.ROOT), port);
        }
    }

    /** What uses a port, a Service if it is known or an element of the load balancer; and how, as a part of a sentence. */
    private record Use(String user, String text) {}

    /** The ports of a NAT pool. */
    private record Range(Listener first, int last, Use use) {
        boolean holds(Listener listener) {
            return first.frontend().equals(listener.frontend()) && first.protocol().equals(listener.protocol())
                    && first.port() <= listener.port() && listener.port() <= last;
        }
    }

    /**
     * A port that a Service claims: its name, the protocol and the frontend as spelled in rules, and its rule; {@code hasRule}: others
     * cannot have the port.
     */
    private record Claim(String name, String protocol, String frontend, boolean hasRule, Use use) {
        static Claim of(String name, String protocol, FrontendModel frontend, ServiceSpec service, PortSpec port) {
            boolean hasRule = port.hasRule() || service.traffic().highAvailabilityPorts();
            String rule = ServiceNames.rule(service, port.protocol().name(), port.port(), frontend.family());
            return new Claim(name, protocol, frontend.id().toString(), hasRule, new Use("Service " + service.subject(),
                    "being referenced by an existing loadBalancing rule " + rule + " (service " + service.subject()
                            + ")"));
        }
    }

    /** All claims of one Service. */
    private record Claims(Map<Listener, Claim> ports) {}

    private final Map<Listener, Use> taken = new HashMap<>();
    private final List<Range> ranges = new ArrayList<>();

    /** Adds the ports of a load balancer that stay in use whatever the planned Services request. */
    public void takeFrom(LoadBalancer balancer, ServiceDecisions known) {
        for (Rule rule : balancer.rules()) {
            if (!known.isPlanned(rule))
                take(rule, "loadBalancing rule " + rule.name(), known.ownerOf(rule));
        }
        balancer.rules(Rule.Kind.INBOUND_NAT).forEach(rule -> take(rule, rule.toString(), Optional.empty()));
        balancer.rules(Rule.Kind.INBOUND_NAT_POOL).forEach(rule -> take(rule, rule.toString(), Optional.empty()));
    }

    private void take(Rule rule, String name, Optional<ServiceSpec> owner) {
        Listener listener = Listener.of(rule.frontend(), rule.protocol(), rule.frontendPort());
        if (rule.hasPortRange())
            ranges.add(new Range(listener, rule.lastFrontendPort(), new Use(name, "being in the range ("
                    + listener.port() + "-" + rule.lastFrontendPort() + ") of an existing " + name)));
        else
            taken.put(listener, new Use(owner.map(service -> "Service " + service.subject()).orElse(name),
                    "being referenced by an existing " + name));
    }

    /** Claims all ports of the Service on its frontends, or none, with a refusal that names a conflicting use. */
    public Optional<Refusal> claim(ServiceSpec service, List<FrontendModel> frontends, PlanMemory memory) {
        Map<Listener, Claim> own = memory
                .of(Claims.class, service.uid(), () -> new Claims(claims(service, frontends)), service, frontends)
                .ports();
        for (Map.Entry<Listener, Claim> port : own.entrySet()) {
            Optional<Use> use = use(port.getKey());
            if (use.isPresent())
                return Optional.of(conflict(service, port.getKey().port(), port.getValue(), use.get()));
        }
        own.forEach((listener, claim) -> {
            if (claim.hasRule())
                taken.put(listener, claim.use());
        });
        return Optional.empty();
    }

    private static Map<Listener, Claim> claims(ServiceSpec service, List<FrontendModel> frontends) {
        Map<Listener, Claim> own = new LinkedHashMap<>();
        for (FrontendModel frontend : frontends) {
            String id = frontend.id().toString();
            for (PortSpec port : service.traffic().ports()) {
                String protocol = port.protocol().ruleProtocol();
                own.put(Listener.of(id, protocol, port.port()),
                        Claim.of(port.name(), protocol, frontend, service, port));
            }
            if (service.traffic().highAvailabilityPorts()) {
                PortSpec first = service.traffic().ports().getFirst();
                own.put(Listener.of(id, "All", 0), Claim.of(ALL_PORTS, "All", frontend, service, first));
            }
        }
        return own;
    }

    private static Refusal conflict(ServiceSpec service, int port, Claim claim, Use use) {
        return new Refusal("PortConflict", service.subject(), "port " + port + " of this address is used by "
                + use.user()
                + ": use another port or another address; checkLoadBalancerResourcesConflicts: service port "
                + claim.name() + " is trying to consume the port " + port + " which is " + use.text()
                + " with the same protocol " + claim.protocol() + " and frontend IP config with ID "
                + claim.frontend());
    }

    private Optional<Use> use(Listener listener) {
        Use use = taken.get(listener);
        return use != null || ranges.isEmpty()
                ? Optional.ofNullable(use)
                : ranges.stream().filter(range -> range.holds(listener)).map(Range::use).findFirst();
    }
}

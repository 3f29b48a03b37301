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

    /** The user of a port. */
    private interface Holder {
        /** How the port is used, as a part of a sentence. */
        String text();

        /** What uses the port: a Service, if it is known, or an element of the load balancer. */
        String user();
    }

    /** An existing rule. */
    private record Use(String rule, Optional<ServiceSpec> owner) implements Holder {
        @Override
        public String text() {
            return "being referenced by an existing " + rule;
        }

        @Override
        public String user() {
            return owner.map(service -> "Service " + service.subject()).orElse(rule);
        }
    }

    private record Range(Listener first, int last, String holder) implements Holder {
        boolean holds(Listener listener) {
            return first.frontend().equals(listener.frontend()) && first.protocol().equals(listener.protocol())
                    && first.port() <= listener.port() && listener.port() <= last;
        }

        @Override
        public String text() {
            return "being in the range (" + first.port() + "-" + last + ") of an existing " + holder;
        }

        @Override
        public String user() {
            return holder;
        }
    }

    /** A port that a Service claims: its name, the protocol as spelled in rules, and its rule. */
    private record Claim(String name, String protocol, String frontend, String rule, String subject)
            implements
                Holder {
        @Override
        public String text() {
            return "being referenced by an existing loadBalancing rule " + rule + " (service " + subject + ")";
        }

        @Override
        public String user() {
            return "Service " + subject;
        }
    }

    /** All claims of one Service. */
    private record Claims(Map<Listener, Claim> ports) {}

    private final Map<Listener, Holder> taken = new HashMap<>();
    private final List<Range> ranges = new ArrayList<>();

    /** Adds the ports of a load balancer that stay in use whatever the planned Services request. */
    public void takeFrom(LoadBalancer balancer, ServiceDecisions known) {
        for (Rule rule : balancer.rules()) {
            if (!known.isPlanned(rule))
                taken.put(listener(rule), new Use("loadBalancing rule " + rule.name(), known.ownerOf(rule)));
        }
        balancer.rules(Rule.Kind.INBOUND_NAT).forEach(this::take);
        balancer.rules(Rule.Kind.INBOUND_NAT_POOL).forEach(this::take);
    }

    private void take(Rule rule) {
        if (rule.hasPortRange()) {
            ranges.add(new Range(listener(rule), rule.lastFrontendPort(), rule.toString()));
        } else {
            taken.put(listener(rule), new Use(rule.toString(), Optional.empty()));
        }
    }

    private static Listener listener(Rule rule) {
        return Listener.of(rule.frontend(), rule.protocol(), rule.frontendPort());
    }

    /** Claims all ports of the Service on its frontends, or none, with a refusal that names a conflicting use. */
    public Optional<Refusal> claim(ServiceSpec service, List<FrontendModel> frontends, PlanMemory memory) {
        Map<Listener, Claim> own = memory
                .of(Claims.class, service.uid(), () -> new Claims(claims(service, frontends)), service, frontends)
                .ports();
        for (Map.Entry<Listener, Claim> port : own.entrySet()) {
            Optional<Holder> holder = holder(port.getKey());
            if (holder.isPresent())
                return Optional.of(conflict(service, port.getKey().port(), port.getValue(), holder.get()));
        }
        taken.putAll(own);
        return Optional.empty();
    }

    private static Map<Listener, Claim> claims(ServiceSpec service, List<FrontendModel> frontends) {
        Map<Listener, Claim> own = new LinkedHashMap<>();
        for (FrontendModel frontend : frontends) {
            String id = frontend.id().toString();
            for (PortSpec port : service.traffic().ports()) {
                own.put(Listener.of(id, port.protocol().ruleProtocol(), port.port()),
                        new Claim(port.name(), port.protocol().ruleProtocol(), id,
                                ServiceNames.rule(service, port.protocol().name(), port.port(), frontend.family()),
                                service.subject()));
            }
            if (service.traffic().highAvailabilityPorts()) {
                PortSpec first = service.traffic().ports().getFirst();
                own.put(Listener.of(id, "All", 0), new Claim(ALL_PORTS, "All", id,
                        ServiceNames.rule(service, first.protocol().name(), first.port(), frontend.family()),
                        service.subject()));
            }
        }
        return own;
    }

    private static Refusal conflict(ServiceSpec service, int port, Claim claim, Holder holder) {
        return new Refusal("PortConflict", service.subject(), "port " + port + " of this address is used by "
                + holder.user()
                + ": use another port or another address; checkLoadBalancerResourcesConflicts: service port "
                + claim.name() + " is trying to consume the port " + port + " which is " + holder.text()
                + " with the same protocol " + claim.protocol() + " and frontend IP config with ID "
                + claim.frontend());
    }

    private Optional<Holder> holder(Listener listener) {
        Holder holder = taken.get(listener);
        return holder != null || ranges.isEmpty()
                ? Optional.ofNullable(holder)
                : ranges.stream().filter(range -> range.holds(listener)).map(Holder.class::cast).findFirst();
    }
}

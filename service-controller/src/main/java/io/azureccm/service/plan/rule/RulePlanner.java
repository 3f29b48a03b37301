package io.azureccm.service.plan.rule;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.Probe;
import io.azureccm.service.model.RuleTerms;
import io.azureccm.service.model.RuleTerms.Flow;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.ProbeSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.TransportProtocol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides the load-balancing rules and probes of one Service. */
public record RulePlanner(PlannerSettings settings, Placement placement) {
    /** Desired rules and probes; probes by name, without duplicates. */
    public record Traffic(List<RuleTerms> rules, Map<String, ProbeSpec> probes) {}

    public Traffic plan(ServiceSpec service, List<FrontendModel> frontends) {
        List<RuleTerms> rules = new ArrayList<>();
        Map<String, ProbeSpec> probes = new LinkedHashMap<>();
        for (FrontendModel frontend : frontends) {
            if (service.traffic().highAvailabilityPorts()) {
                rules.add(highAvailabilityRule(service, frontend, probes));
            } else {
                service.traffic()
                        .ports()
                        .stream()
                        .filter(PortSpec::hasRule)
                        .forEach(port -> rules.add(portRule(service, frontend, port, probes)));
            }
        }
        return new Traffic(rules, probes);
    }

    private RuleTerms portRule(ServiceSpec service, FrontendModel frontend, PortSpec port,
            Map<String, ProbeSpec> probes) {
        String name = ServiceNames.rule(service, port.protocol().name(), port.port(), frontend.family());
        boolean floating = service.traffic().floatingIp()
                && !(service.address().internal() && frontend.family() == IpFamily.IPV6);
        Optional<Boolean> tcpReset = Optional.of(service.traffic().tcpReset())
                .filter(reset -> port.protocol() == TransportProtocol.TCP
                        && settings.cloud().loadBalancer().standard());
        Optional<ArmId> probe = !port.probed()
                ? Optional.empty()
                : port.ownProbe()
                        .map(own -> probe(frontend, name, own, probes))
                        .or(() -> sharedProbe(service, frontend, probes));
        return rule(service, frontend, name, new Flow(port.protocol().ruleProtocol(), port.port(),
                floating ? port.port() : port.nodePort(), floating, tcpReset, probe));
    }

    private RuleTerms highAvailabilityRule(ServiceSpec service, FrontendModel frontend,
            Map<String, ProbeSpec> probes) {
        PortSpec first = service.traffic().ports().getFirst();
        String name = ServiceNames.rule(service, first.protocol().name(), first.port(), frontend.family());
        Optional<ArmId> probe = sharedProbe(service, frontend, probes).or(() -> service.traffic()
                .ports()
                .stream()
                .flatMap(port -> port.ownProbe().stream())
                .findFirst()
                .map(own -> probe(frontend, name, own, probes)));
        return rule(service, frontend, name, new Flow("All", 0, 0, frontend.family() == IpFamily.IPV4,
                Optional.of(service.traffic().tcpReset()), probe));
    }

    private RuleTerms rule(ServiceSpec service, FrontendModel frontend, String name, Flow flow) {
        return new RuleTerms(name, flow, service.traffic().clientAffinity(), service.traffic().idleTimeoutMinutes(),
                settings.cloud().loadBalancer().standard()
                        && settings.cloud().loadBalancer().rules().disableOutboundSnat(),
                frontend.id(), placement.pool(service, frontend.family()));
    }

    private Optional<ArmId> sharedProbe(ServiceSpec service, FrontendModel frontend, Map<String, ProbeSpec> probes) {
        return service.traffic()
                .sharedProbe()
                .map(shared -> probe(frontend, service.traffic().local()
                        ? ServiceNames.rule(service, "TCP", shared.port(), frontend.family())
                        : ServiceNames.SHARED_PROBE, shared, probes));
    }

    private static ArmId probe(FrontendModel frontend, String name, ProbeSpec wanted, Map<String, ProbeSpec> probes) {
        probes.putIfAbsent(name, wanted);
        return Probe.id(frontend.loadBalancer(), name);
    }
}

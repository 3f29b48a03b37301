package io.azureccm.service.plan.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.FrontendModel;
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

/** Writes the load-balancing rules and probes of one Service. */
public final class RulePlanner {
    /** Rules and probes as they should be; probes by name, each once. */
    public record Traffic(List<ObjectNode> rules, Map<String, ObjectNode> probes) {}

    private final PlannerSettings settings;
    private final Placement placement;

    public RulePlanner(PlannerSettings settings, Placement placement) {
        this.settings = settings;
        this.placement = placement;
    }

    public Traffic plan(ServiceSpec service, List<FrontendModel> frontends) {
        List<ObjectNode> rules = new ArrayList<>();
        Map<String, ObjectNode> probes = new LinkedHashMap<>();
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

    private ObjectNode portRule(ServiceSpec service, FrontendModel frontend, PortSpec port,
            Map<String, ObjectNode> probes) {
        IpFamily family = frontend.family();
        String name = ServiceNames.rule(service, port.protocol().name(), port.port(), family);
        boolean floating = service.traffic().floatingIp() && !(service.address().internal() && family == IpFamily.IPV6);
        ObjectNode rule = rule(service, frontend, name);
        ObjectNode properties = ArmJson.properties(rule);
        properties.put("protocol", port.protocol().ruleProtocol());
        properties.put("frontendPort", port.port());
        properties.put("backendPort", floating ? port.port() : port.nodePort());
        properties.put("enableFloatingIP", floating);
        if (port.protocol() == TransportProtocol.TCP && settings.cloud().loadBalancer().standard()) {
            properties.put("enableTcpReset", service.traffic().tcpReset());
        }
        if (port.probed()) {
            port.ownProbe()
                    .map(probe -> probe(frontend.loadBalancer(), name, probe, probes))
                    .or(() -> sharedProbe(service, frontend, probes))
                    .ifPresent(id -> properties.set("probe", ArmJson.reference(id)));
        }
        return rule;
    }

    private ObjectNode highAvailabilityRule(ServiceSpec service, FrontendModel frontend,
            Map<String, ObjectNode> probes) {
        PortSpec first = service.traffic().ports().getFirst();
        String name = ServiceNames.rule(service, first.protocol().name(), first.port(), frontend.family());
        ObjectNode rule = rule(service, frontend, name);
        ObjectNode properties = ArmJson.properties(rule);
        properties.put("protocol", "All").put("frontendPort", 0).put("backendPort", 0);
        properties.put("enableFloatingIP", frontend.family() == IpFamily.IPV4);
        properties.put("enableTcpReset", service.traffic().tcpReset());
        sharedProbe(service, frontend, probes)
                .or(() -> service.traffic()
                        .ports()
                        .stream()
                        .flatMap(port -> port.ownProbe().stream())
                        .findFirst()
                        .map(probe -> probe(frontend.loadBalancer(), name, probe, probes)))
                .ifPresent(id -> properties.set("probe", ArmJson.reference(id)));
        return rule;
    }

    private ObjectNode rule(ServiceSpec service, FrontendModel frontend, String name) {
        ObjectNode rule = ArmJson.object().put("name", name);
        ObjectNode properties = ArmJson.properties(rule);
        properties.put("loadDistribution", service.traffic().clientAffinity() ? "SourceIP" : "Default");
        properties.put("idleTimeoutInMinutes", service.traffic().idleTimeoutMinutes());
        properties.put("disableOutboundSnat", settings.cloud().loadBalancer().standard()
                && settings.cloud().loadBalancer().rules().disableOutboundSnat());
        properties.set("frontendIPConfiguration", ArmJson.reference(frontend.id().toString()));
        properties.set("backendAddressPool",
                ArmJson.reference(placement.pool(service, frontend.family()).toString()));
        return rule;
    }

    private Optional<String> sharedProbe(ServiceSpec service, FrontendModel frontend,
            Map<String, ObjectNode> probes) {
        return service.traffic().sharedProbe().map(shared -> {
            String name = service.traffic().local()
                    ? ServiceNames.rule(service, "TCP", shared.port(), frontend.family())
                    : ServiceNames.SHARED_PROBE;
            return probe(frontend.loadBalancer(), name, shared, probes);
        });
    }

    private static String probe(ArmId balancer, String name, ProbeSpec intent, Map<String, ObjectNode> probes) {
        ObjectNode probe = ArmJson.object().put("name", name);
        ObjectNode properties = ArmJson.properties(probe);
        properties.put("protocol", intent.protocol()).put("port", intent.port());
        properties.put("intervalInSeconds", intent.intervalSeconds()).put("probeThreshold", intent.threshold());
        if (!intent.protocol().equals("Tcp"))
            properties.put("requestPath", intent.path());
        probes.putIfAbsent(name, probe);
        return balancer.child("probes", name).toString();
    }
}

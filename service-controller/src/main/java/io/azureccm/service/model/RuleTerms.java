package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.diff.Differ;
import java.util.Optional;

/** The load-balancing rule that a Service requires. */
public record RuleTerms(String name, Flow flow, boolean clientAffinity, int idleTimeoutMinutes,
        boolean disableOutboundSnat, ArmId frontend, ArmId pool) {
    /**
     * The traffic of the rule: protocol Tcp, Udp or All, the frontend port and the backend port (0 for all ports), and the probe of the
     * backends; {@code tcpReset} is empty if the rule does not set it.
     */
    public record Flow(String protocol, int frontendPort, int backendPort, boolean floatingIp,
            Optional<Boolean> tcpReset, Optional<ArmId> probe) {}

    /** The existing rule of this name on the load balancer if it is equivalent, else a new one. */
    public Rule on(LoadBalancer observed) {
        ObjectNode wanted = json();
        return observed.rule(name)
                .filter(there -> there.isProbed() == flow.probe().isPresent()
                        && Differ.same(there.json(), wanted, LoadBalancer.RULES))
                .orElseGet(() -> new Rule(Rule.Kind.LOAD_BALANCING, wanted));
    }

    private ObjectNode json() {
        ObjectNode json = ArmJson.object().put("name", name);
        ObjectNode properties = ArmJson.properties(json);
        properties.put("loadDistribution", clientAffinity ? "SourceIP" : "Default");
        properties.put("idleTimeoutInMinutes", idleTimeoutMinutes).put("disableOutboundSnat", disableOutboundSnat);
        properties.set("frontendIPConfiguration", ArmJson.reference(frontend.toString()));
        properties.set("backendAddressPool", ArmJson.reference(pool.toString()));
        properties.put("protocol", flow.protocol()).put("frontendPort", flow.frontendPort());
        properties.put("backendPort", flow.backendPort()).put("enableFloatingIP", flow.floatingIp());
        flow.tcpReset().ifPresent(reset -> properties.put("enableTcpReset", reset));
        flow.probe().ifPresent(id -> properties.set("probe", ArmJson.reference(id.toString())));
        return json;
    }
}

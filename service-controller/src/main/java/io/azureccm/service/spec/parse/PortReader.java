package io.azureccm.service.spec.parse;

import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.ProbeSpec;
import io.azureccm.service.spec.TransportProtocol;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.util.Optional;

/** Reads the ports of a Service: which of them get a rule, and which a probe of their own. */
record PortReader(AnnotationReader annotations, ProbeReader probes, Circumstances circumstances) {
    /**
     * What all ports of a Service have in common. {@code probedPerPort} is false if one probe serves all of them; {@code onlyOnDemand} if a
     * port has a probe of its own only when {@code health-probe_port} is set.
     */
    record Circumstances(boolean sctpAllowed, boolean sendsToNodePorts, boolean highAvailability, boolean probedPerPort,
            boolean onlyOnDemand) {}

    /** Empty for a protocol that load balancers do not support, which is refused. */
    Optional<PortSpec> read(ServicePort port) {
        Optional<TransportProtocol> protocol = protocol(port);
        if (protocol.isEmpty())
            return Optional.empty();
        int number = port.getPort();
        int nodePort = port.getNodePort() == null ? 0 : port.getNodePort();
        boolean hasRule = !annotations.flag(PortAnnotation.NO_RULE.key(number));
        boolean probed = !annotations.flag(PortAnnotation.NO_PROBE.key(number));
        if (hasRule && !circumstances.highAvailability())
            checkRule(port, protocol.get(), nodePort);
        return Optional.of(new PortSpec(port.getName() == null ? "" : port.getName(), protocol.get(), number,
                nodePort, hasRule, probed, ownProbe(port, protocol.get(), hasRule && probed)));
    }

    private void checkRule(ServicePort port, TransportProtocol protocol, int nodePort) {
        if (protocol == TransportProtocol.SCTP && !circumstances.sctpAllowed()) {
            annotations.refuseAs("UnsupportedProtocol",
                    "SCTP is only supported on standard loadbalancer in internal mode (port " + port.getPort() + ")");
        }
        if (circumstances.sendsToNodePorts() && nodePort == 0) {
            annotations.refuseAs(ProbeReader.NO_NODE_PORT, "port " + port.getPort()
                    + " has no node port (spec.allocateLoadBalancerNodePorts is false), and without floating IP the load balancer "
                    + "sends to node ports: let node ports be allocated, or use floating IP"
                    + " (internal IPv6 frontends have none)");
        }
    }

    /** The single rule for all ports is probed on the first port that can be probed, regardless of the others. */
    private Optional<ProbeSpec> ownProbe(ServicePort port, TransportProtocol protocol, boolean ruleIsProbed) {
        if (protocol != TransportProtocol.TCP || !circumstances.probedPerPort())
            return Optional.empty();
        if (circumstances.highAvailability())
            return probes.ifValid(port);
        boolean asksForOwn = annotations.raw(PortAnnotation.PROBE_PORT.key(port.getPort()))
                .isPresent();
        return ruleIsProbed && (asksForOwn || !circumstances.onlyOnDemand())
                ? Optional.of(probes.ofPort(port))
                : Optional.empty();
    }

    private Optional<TransportProtocol> protocol(ServicePort port) {
        String name = port.getProtocol() == null ? "TCP" : port.getProtocol();
        for (TransportProtocol protocol : TransportProtocol.values()) {
            if (protocol.name().equals(name))
                return Optional.of(protocol);
        }
        annotations.refuseAs("UnsupportedProtocol",
                "only TCP, UDP and SCTP are supported for Azure LoadBalancers: port " + port.getPort()
                        + " has protocol \"" + name + "\"");
        return Optional.empty();
    }
}

package io.azureccm.service.spec.parse;

import static io.azureccm.service.spec.parse.ServiceAnnotation.DISABLE_FLOATING_IP;
import static io.azureccm.service.spec.parse.ServiceAnnotation.DISABLE_TCP_RESET;
import static io.azureccm.service.spec.parse.ServiceAnnotation.HIGH_AVAILABILITY_PORTS;
import static io.azureccm.service.spec.parse.ServiceAnnotation.IDLE_TIMEOUT;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_CREATE;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_PROXY_PROTOCOL;

import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.ProbeSpec;
import io.azureccm.service.spec.TrafficSpec;
import io.azureccm.service.spec.TransportProtocol;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads traffic settings: ports, rule settings and probes. */
record TrafficReader(ServiceSpec spec, AnnotationReader annotations, SpecSettings settings,
        AddressSpec address) {
    static final int DEFAULT_IDLE_MINUTES = IDLE_TIMEOUT.bounds().min();

    TrafficSpec read() {
        boolean local = "Local".equals(spec.getExternalTrafficPolicy());
        boolean highAvailability = address.internal() && settings.standardSku()
                && annotations.flag(HIGH_AVAILABILITY_PORTS);
        boolean floating = highAvailability || !annotations.flag(DISABLE_FLOATING_IP);
        ProbeReader probes = new ProbeReader(annotations, spec, settings);
        Optional<ProbeSpec> shared = sharedProbe(probes, local);
        PortReader reader = new PortReader(annotations, probes,
                new PortReader.Circumstances(settings.standardSku() && address.internal(),
                        !floating || address.internal() && address.families().contains(IpFamily.IPV6),
                        highAvailability, shared.isEmpty() || local && !highAvailability, shared.isPresent()));
        List<PortSpec> ports = new ArrayList<>();
        spec.getPorts().forEach(port -> reader.read(port).ifPresent(ports::add));
        if (highAvailability && shared.isEmpty())
            refuseWithoutNodePorts(ports);
        return new TrafficSpec(ports, idleTimeout(), !annotations.flag(DISABLE_TCP_RESET), floating,
                highAvailability, "ClientIP".equals(spec.getSessionAffinity()), local, shared);
    }

    /** A rule for all ports without any port to probe, because node ports are missing, would send traffic to dead nodes. */
    private void refuseWithoutNodePorts(List<PortSpec> ports) {
        List<Integer> unprobed = ports.stream()
                .filter(port -> port.protocol() == TransportProtocol.TCP && port.nodePort() == 0)
                .map(PortSpec::port)
                .toList();
        if (unprobed.isEmpty() || ports.stream().anyMatch(port -> port.ownProbe().isPresent()))
            return;
        annotations.refuseAs(ProbeReader.NO_NODE_PORT, "port " + unprobed.getFirst()
                + " has no node port (spec.allocateLoadBalancerNodePorts is false), so there is nothing to probe: set annotation "
                + PortAnnotation.PROBE_PORT.key(unprobed.getFirst())
                + " to a port on which the nodes answer, or let node ports be allocated");
    }

    /** The probe of ports without one of their own: the node's health check port, or the cluster-wide one. */
    private Optional<ProbeSpec> sharedProbe(ProbeReader probes, boolean local) {
        boolean proxied = annotations.flag(PLS_CREATE) && annotations.flag(PLS_PROXY_PROTOCOL);
        if (local && !proxied && spec.getHealthCheckNodePort() != null && spec.getHealthCheckNodePort() > 0) {
            return Optional.of(probes.nodeHealthCheck(spec.getHealthCheckNodePort()));
        }
        if (!local && settings.sharedProbeMode()) {
            return Optional.of(new ProbeSpec("Http", settings.sharedProbePort(), settings.sharedProbePath(),
                    ProbeReader.DEFAULT_INTERVAL, ProbeReader.DEFAULT_COUNT));
        }
        return Optional.empty();
    }

    private int idleTimeout() {
        Optional<String> value = annotations.raw(IDLE_TIMEOUT);
        if (value.isEmpty())
            return DEFAULT_IDLE_MINUTES;
        try {
            int minutes = Integer.parseInt(AnnotationReader.trimmed(value.get()));
            if (IDLE_TIMEOUT.bounds().hold(minutes))
                return minutes;
        } catch (NumberFormatException notANumber) {
            // Refused below, with the same message as a number out of range.
        }
        annotations.refuseAs(AnnotationReader.INVALID, "error parsing idle timeout key: " + IDLE_TIMEOUT.key() + "=\""
                + value.get() + "\": idle timeout value must be a whole number representing minutes between "
                + IDLE_TIMEOUT.bounds().min() + " and " + IDLE_TIMEOUT.bounds().max());
        return DEFAULT_IDLE_MINUTES;
    }
}

package io.azureccm.service.intent;

import static io.azureccm.service.intent.ServiceAnnotation.DISABLE_FLOATING_IP;
import static io.azureccm.service.intent.ServiceAnnotation.DISABLE_TCP_RESET;
import static io.azureccm.service.intent.ServiceAnnotation.HIGH_AVAILABILITY_PORTS;
import static io.azureccm.service.intent.ServiceAnnotation.IDLE_TIMEOUT;
import static io.azureccm.service.intent.ServiceAnnotation.PLS_CREATE;
import static io.azureccm.service.intent.ServiceAnnotation.PLS_PROXY_PROTOCOL;

import io.azureccm.common.core.Refusal;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads how traffic is to flow: ports, rule settings and probes. */
final class TrafficReader {
    static final int DEFAULT_IDLE_MINUTES = 4;
    static final int MAX_IDLE_MINUTES = 100;

    private final String subject;
    private final ServiceSpec spec;
    private final AnnotationReader annotations;
    private final IntentSettings settings;
    private final boolean internal;

    TrafficReader(String subject, ServiceSpec spec, AnnotationReader annotations, IntentSettings settings,
            boolean internal) {
        this.subject = subject;
        this.spec = spec;
        this.annotations = annotations;
        this.settings = settings;
        this.internal = internal;
    }

    TrafficIntent read() {
        refusePrivateLink();
        boolean local = "Local".equals(spec.getExternalTrafficPolicy());
        boolean highAvailability = internal && settings.standardSku() && annotations.flag(HIGH_AVAILABILITY_PORTS);
        ProbeReader probes = new ProbeReader(annotations, spec, settings);
        Optional<ProbeIntent> shared = sharedProbe(probes, local);
        boolean probedPerPort = !settings.sharedProbeMode() || local;
        List<PortIntent> ports = new ArrayList<>();
        for (ServicePort port : spec.getPorts()) {
            port(port, probes, shared.isPresent(), probedPerPort, local, highAvailability).ifPresent(ports::add);
        }
        return new TrafficIntent(ports, idleTimeout(), !annotations.flag(DISABLE_TCP_RESET),
                highAvailability || !annotations.flag(DISABLE_FLOATING_IP), highAvailability,
                "ClientIP".equals(spec.getSessionAffinity()), local, shared);
    }

    /** To serve such a Service without its private link service would look like success; what it has stays as it is. */
    private void refusePrivateLink() {
        if (annotations.flag(PLS_CREATE)) {
            annotations.refuse(new Refusal("NotSupported", subject, "annotation " + PLS_CREATE.key()
                    + "=\"true\": private link services are not supported yet; remove it, or leave the Service to the controller "
                    + "that made its private link service"));
        }
    }

    /** The probe that ports without one of their own use: the node's health check port, or the cluster-wide one. */
    private Optional<ProbeIntent> sharedProbe(ProbeReader probes, boolean local) {
        boolean proxied = annotations.flag(PLS_CREATE) && annotations.flag(PLS_PROXY_PROTOCOL);
        if (local && !proxied && spec.getHealthCheckNodePort() != null && spec.getHealthCheckNodePort() > 0) {
            return Optional.of(probes.nodeHealthCheck(spec.getHealthCheckNodePort()));
        }
        if (!local && settings.sharedProbeMode()) {
            return Optional.of(new ProbeIntent("Http", settings.sharedProbePort(), settings.sharedProbePath(),
                    ProbeReader.DEFAULT_INTERVAL, ProbeReader.DEFAULT_COUNT));
        }
        return Optional.empty();
    }

    private Optional<PortIntent> port(ServicePort port, ProbeReader probes, boolean sharedProbe, boolean probedPerPort,
            boolean local, boolean highAvailability) {
        Optional<TransportProtocol> protocol = protocol(port);
        if (protocol.isEmpty())
            return Optional.empty();
        int number = port.getPort();
        int nodePort = port.getNodePort() == null ? 0 : port.getNodePort();
        boolean hasRule = !annotations.flag(PortAnnotation.NO_RULE.key(number));
        boolean probed = !annotations.flag(PortAnnotation.NO_PROBE.key(number));
        if (protocol.get() == TransportProtocol.SCTP && hasRule && !highAvailability
                && !(settings.standardSku() && internal)) {
            annotations.refuse(new Refusal("UnsupportedProtocol", subject,
                    "SCTP is only supported on standard loadbalancer in internal mode (port " + number + ")"));
        }
        boolean asksForOwn = annotations.raw(PortAnnotation.PROBE_PORT.key(number)).isPresent();
        boolean ownProbe = hasRule && probed && probedPerPort && protocol.get() == TransportProtocol.TCP
                && !(local && sharedProbe && !asksForOwn);
        return Optional.of(
                new PortIntent(port.getName() == null ? "" : port.getName(), protocol.get(), number, nodePort, hasRule,
                        probed, ownProbe ? Optional.of(probes.ofPort(port)) : Optional.empty()));
    }

    private Optional<TransportProtocol> protocol(ServicePort port) {
        String name = port.getProtocol() == null ? "TCP" : port.getProtocol();
        for (TransportProtocol protocol : TransportProtocol.values()) {
            if (protocol.name().equals(name))
                return Optional.of(protocol);
        }
        annotations.refuse(new Refusal("UnsupportedProtocol", subject,
                "only TCP, UDP and SCTP are supported for Azure LoadBalancers: port " + port.getPort()
                        + " has protocol \"" + name
                        + "\""));
        return Optional.empty();
    }

    private int idleTimeout() {
        Optional<String> value = annotations.raw(IDLE_TIMEOUT);
        if (value.isEmpty())
            return DEFAULT_IDLE_MINUTES;
        try {
            int minutes = Integer.parseInt(value.get().trim());
            if (minutes >= DEFAULT_IDLE_MINUTES && minutes <= MAX_IDLE_MINUTES)
                return minutes;
        } catch (NumberFormatException notANumber) {
            // Refused below, with the same words as a number out of range.
        }
        annotations.refuse(new Refusal(AnnotationReader.INVALID, subject,
                "error parsing idle timeout key: " + IDLE_TIMEOUT.key()
                        + "=\"" + value.get() + "\": must be a whole number of minutes between " + DEFAULT_IDLE_MINUTES
                        + " and "
                        + MAX_IDLE_MINUTES));
        return DEFAULT_IDLE_MINUTES;
    }
}

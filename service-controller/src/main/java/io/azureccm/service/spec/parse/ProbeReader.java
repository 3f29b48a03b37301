package io.azureccm.service.spec.parse;

import static io.azureccm.service.spec.parse.ServiceAnnotation.PROBE_COUNT;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PROBE_INTERVAL;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PROBE_PATH;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PROBE_PROTOCOL;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ProbeSpec;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads health probe settings: those of the port take precedence over appProtocol, and that over those of the Service. A port that would
 * have to be probed on a node port that it does not have is refused.
 */
record ProbeReader(AnnotationReader annotations, ServiceSpec spec, SpecSettings settings) {
    /** Without annotation both values are at their minimum. */
    static final int DEFAULT_INTERVAL = PROBE_INTERVAL.bounds().min();
    static final int DEFAULT_COUNT = PROBE_COUNT.bounds().min();
    /** The refusal code of a port that needs a node port and has none. */
    static final String NO_NODE_PORT = "NoNodePort";
    private static final int MAX_PORT = 65535;

    /** The health check of the kubelet or kube-proxy for a Service with externalTrafficPolicy Local. */
    ProbeSpec nodeHealthCheck(int port) {
        int interval = interval(port);
        return new ProbeSpec("Http", port, "/healthz", interval, count(port, interval));
    }

    ProbeSpec ofPort(ServicePort port) {
        int number = port.getPort();
        String protocol = protocol(port);
        String path = protocol.equals("Tcp")
                ? ""
                : annotations.raw(PortAnnotation.PROBE_PATH.key(number))
                        .or(() -> annotations.raw(PROBE_PATH))
                        .orElse("/");
        int interval = interval(number);
        return new ProbeSpec(protocol, probePort(port), path, interval, count(number, interval));
    }

    /** The probe of a port that may do without one: problems are reported as notices and refuse nothing. */
    Optional<ProbeSpec> ifValid(ServicePort port) {
        AnnotationReader separate = annotations.separate();
        ProbeSpec probe = new ProbeReader(separate, spec, settings).ofPort(port);
        Optional<Refusal> problem = separate.problem();
        problem.ifPresent(refusal -> annotations.notice(Notice.normal(Notice.Source.SERVICE_CONTROLLER,
                "ProbeLeftOut", "the rule for all ports is not probed on port " + port.getPort() + ": "
                        + refusal.message())));
        return problem.isPresent() ? Optional.empty() : Optional.of(probe);
    }

    private String protocol(ServicePort port) {
        String ofPort = PortAnnotation.PROBE_PROTOCOL.key(port.getPort());
        if (annotations.raw(ofPort).isPresent())
            return annotated(ofPort);
        if (port.getAppProtocol() != null)
            return protocol(port.getAppProtocol()).orElse("Tcp");
        return annotated(PROBE_PROTOCOL.key());
    }

    /** An unknown protocol is probed by TCP, with a notice; appProtocol may legitimately name a protocol that no probe supports. */
    private String annotated(String key) {
        String named = annotations.raw(key).orElse("tcp");
        return protocol(named).orElseGet(() -> {
            annotations.unclear(key, named, "tcp: write \"tcp\", \"http\" or \"https\"");
            return "Tcp";
        });
    }

    private Optional<String> protocol(String named) {
        return switch (AnnotationReader.trimmed(named).toLowerCase(Locale.ROOT)) {
            case "tcp" -> Optional.of("Tcp");
            case "http" -> Optional.of("Http");
            case "https" -> Optional.of(settings.standardSku() ? "Https" : "Tcp");
            default -> Optional.empty();
        };
    }

    /** A port name or the number of a Service port means its node port; any other number is used as it is. */
    private int probePort(ServicePort port) {
        String key = PortAnnotation.PROBE_PORT.key(port.getPort());
        Optional<String> value = annotations.raw(key);
        if (value.isEmpty())
            return nodePort(port, port);
        String wanted = AnnotationReader.trimmed(value.get());
        for (ServicePort candidate : spec.getPorts()) {
            if (wanted.equalsIgnoreCase(nameOf(candidate)) || wanted.equals(String.valueOf(candidate.getPort()))) {
                return nodePort(port, candidate);
            }
        }
        return literalPort(key, value.get(), wanted);
    }

    /** The only port of a Service may have no name. */
    private static String nameOf(ServicePort port) {
        return Objects.requireNonNullElse(port.getName(), "");
    }

    private int literalPort(String key, String value, String wanted) {
        if (!wanted.matches("[+-]?[0-9]+")) {
            annotations.refuse(key, value, "failed to parse annotation " + key + ": port " + wanted
                    + " not found in service; give a port name or number of this Service, or a port number");
            return 0;
        }
        try {
            int number = Integer.parseInt(wanted);
            if (number > 0 && number <= MAX_PORT)
                return number;
        } catch (NumberFormatException tooLarge) {
            // Refused below.
        }
        annotations.refuse(key, value, "failed to parse annotation " + key + ": port " + wanted
                + " is out of range; give a number from 1 to " + MAX_PORT);
        return 0;
    }

    /** The node port of {@code target}, to which the probe of {@code asking} is sent. */
    private int nodePort(ServicePort asking, ServicePort target) {
        if (target.getNodePort() != null && target.getNodePort() > 0)
            return target.getNodePort();
        annotations.refuseAs(NO_NODE_PORT, "port " + target.getPort()
                + " has no node port (spec.allocateLoadBalancerNodePorts is false), so there is nothing to probe: set annotation "
                + PortAnnotation.PROBE_PORT.key(asking.getPort()) + " to a port on which the nodes answer, or "
                + PortAnnotation.NO_PROBE.key(asking.getPort()) + " to \"true\", or let node ports be allocated");
        return 0;
    }

    private int interval(int port) {
        String own = PortAnnotation.PROBE_INTERVAL.key(port);
        String key = annotations.raw(own).isPresent() ? own : PROBE_INTERVAL.key();
        return annotations.number(key, DEFAULT_INTERVAL, "the minimum value of interval is " + DEFAULT_INTERVAL)
                .orElse(DEFAULT_INTERVAL);
    }

    private int count(int port, int interval) {
        String own = PortAnnotation.PROBE_COUNT.key(port);
        String key = annotations.raw(own).isPresent() ? own : PROBE_COUNT.key();
        int count = annotations.number(key, DEFAULT_COUNT, "the minimum value of num-of-probe is " + DEFAULT_COUNT)
                .orElse(DEFAULT_COUNT);
        if ((long) count * interval >= ServiceAnnotation.PROBE_SECONDS_LIMIT) {
            annotations.refuse(key, String.valueOf(count),
                    "total probe should be less than " + ServiceAnnotation.PROBE_SECONDS_LIMIT + ": interval "
                            + interval + " x "
                            + count);
        }
        return count;
    }
}

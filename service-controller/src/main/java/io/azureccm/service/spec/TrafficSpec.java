package io.azureccm.service.spec;

import java.util.List;
import java.util.Optional;

/**
 * Traffic settings: ports, idle timeout in minutes, and the probe that all ports share, if any (the node's health check of a Service with
 * externalTrafficPolicy Local, or the cluster-wide one) with the port number that names it.
 */
public record TrafficSpec(List<PortSpec> ports, int idleTimeoutMinutes, boolean tcpReset, boolean floatingIp,
        boolean highAvailabilityPorts, boolean clientAffinity, boolean local, Optional<ProbeSpec> sharedProbe) {
    public static final TrafficSpec NONE = new TrafficSpec(List.of(), 4, true, true, false, false, false,
            Optional.empty());
}

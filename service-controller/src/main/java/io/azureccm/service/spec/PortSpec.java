package io.azureccm.service.spec;

import java.util.Optional;

/** One Service port: what the load balancer listens on, the node port behind it, whether it gets a rule, and its own probe if it has one. */
public record PortSpec(String name, TransportProtocol protocol, int port, int nodePort, boolean hasRule,
        boolean probed,
        Optional<ProbeSpec> ownProbe) {}

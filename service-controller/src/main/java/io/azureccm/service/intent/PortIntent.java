package io.azureccm.service.intent;

import java.util.Optional;

/** One Service port: what the load balancer listens on, the node port behind it, whether it gets a rule, and its own probe if it has one. */
public record PortIntent(String name, TransportProtocol protocol, int port, int nodePort, boolean hasRule,
        boolean probed,
        Optional<ProbeIntent> ownProbe) {}

package io.azureccm.service.spec;

/** A health probe: protocol Tcp, Http or Https, the port on the node, the path ("" for Tcp), seconds between probes and failures until down. */
public record ProbeSpec(String protocol, int port, String path, int intervalSeconds, int threshold) {}

package io.azureccm.common.machine;

/** The address of one family that the primary interface of a machine has; {@code publicIp} is empty when there is none. */
public record MachineAddress(String privateIp, boolean ipv6, String publicIp) {}

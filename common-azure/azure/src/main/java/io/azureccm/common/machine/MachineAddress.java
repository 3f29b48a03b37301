package io.azureccm.common.machine;

/** The address of one family of a machine's primary interface; {@code publicIp} is empty if there is none. */
public record MachineAddress(String privateIp, boolean ipv6, String publicIp) {}

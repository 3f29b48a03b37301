package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.Optional;

/** A network interface with its IP configurations; {@code primary} is the interface's own flag. */
public record NetworkInterface(ArmId id, boolean primary, List<IpConfiguration> configurations) implements Identified {
    /** One address of the interface; {@code privateIp} is empty until it is allocated. */
    public record IpConfiguration(boolean primary, boolean ipv6, String privateIp, Optional<ArmId> publicIp) {}

    public NetworkInterface {
        configurations = List.copyOf(configurations);
    }
}

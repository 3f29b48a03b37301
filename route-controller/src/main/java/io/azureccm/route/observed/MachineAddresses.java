package io.azureccm.route.observed;

import java.util.List;

/** The private addresses of a node's machine; {@code problem} is why there are none, or "" if the machine has none. */
public record MachineAddresses(List<String> addresses, String problem) {
    public MachineAddresses {
        addresses = List.copyOf(addresses);

    }
}

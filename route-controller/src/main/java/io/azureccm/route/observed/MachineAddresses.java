package io.azureccm.route.observed;

import java.util.List;

/** The private addresses of the machine behind a node; {@code problem} says why there are none, "" when that is how it is. */
public record MachineAddresses(List<String> addresses, String problem) {
    public MachineAddresses {
        addresses = List.copyOf(addresses);

    }
}

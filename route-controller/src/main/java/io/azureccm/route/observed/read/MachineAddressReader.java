package io.azureccm.route.observed.read;

import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineQuery.Fact;
import io.azureccm.common.machine.MachineQuery.Freshness;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.route.observed.MachineAddresses;
import io.azureccm.route.spec.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks up the addresses of the machines of several nodes together, from shared lists, never with a call per node. Known machines may be as old as {@code maxAge}; missing ones are looked up again after a minute.
 */
public record MachineAddressReader(MachineReader reader, String resourceGroup, Duration maxAge, InstantSource clock) {
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration MISSED = Duration.ofMinutes(1);

    public Map<String, MachineAddresses> read(Collection<NodeFacts> nodes) {
        Instant now = clock.instant();
        Freshness freshness = new Freshness(now.minus(maxAge), now.minus(MISSED));
        List<MachineQuery> questions = nodes.stream()
                .map(node -> new MachineQuery(node.name(), node.machine(), List.of(resourceGroup), freshness,
                        Set.of(Fact.PRIVATE_ADDRESSES)))
                .toList();
        Map<String, MachineAddresses> addresses = new HashMap<>();
        reader.see(questions, READ_TIMEOUT).forEach((node, lookup) -> addresses.put(node, of(lookup)));
        return addresses;
    }

    private static MachineAddresses of(MachineLookup lookup) {
        return switch (lookup) {
            case MachineLookup.Found found -> new MachineAddresses(found.addresses()
                    .stream()
                    .map(MachineAddress::privateIp)
                    .filter(address -> !address.isEmpty())
                    .toList(), "");
            case MachineLookup.Missing missing -> new MachineAddresses(List.of(), "not found in Azure");
            case MachineLookup.Incomplete incomplete -> new MachineAddresses(List.of(), incomplete.problem());
            case MachineLookup.Unknown unknown ->
                new MachineAddresses(List.of(), "it cannot be read: " + unknown.problem());
            case MachineLookup.Ambiguous ambiguous -> new MachineAddresses(List.of(), "several machines have its name");
        };

    }
}

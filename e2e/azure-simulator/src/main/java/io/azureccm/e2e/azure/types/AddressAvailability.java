package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Cidr;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The response to CheckIPAddressAvailability of a virtual network: whether a private address is free, or which ones
 * are.
 */
public final class AddressAvailability {
    private static final int OFFERED = 5;

    private AddressAvailability() {}

    /** Rejects invalid addresses, and those that are in no subnet of the network. */
    public static ObjectNode of(World world, Resource network, String address) {
        if (Cidr.number(address).isEmpty())
            throw ArmError.of("InvalidIPAddressFormat", address);
        for (ObjectNode subnet : Json.objects(network.properties(), "subnets")) {
            Optional<Cidr> prefix = SubnetAddresses.prefixes(subnet)
                    .stream()
                    .flatMap(text -> Cidr.parse(text).stream())
                    .filter(cidr -> cidr.contains(address))
                    .findFirst();
            if (prefix.isPresent())
                return of(world, network.id() + "/subnets/" + Json.name(subnet), prefix.get(), address);
        }
        throw ArmError.of("PrivateIPAddressNotInAnySubnet", address, network.id().name());
    }

    private static ObjectNode of(World world, String subnet, Cidr prefix, String address) {
        Set<String> taken = world.store()
                .to(subnet)
                .stream()
                .map(Reference::address)
                .collect(Collectors.toSet());
        boolean reserved = SubnetAddresses.isReserved(prefix, address);
        boolean free = !reserved && !taken.contains(address);
        ObjectNode answer = Json.object().put("available", free);
        if (!free)
            SubnetAddresses.free(prefix, taken).limit(OFFERED).forEach(answer.putArray("availableIPAddresses")::add);
        return answer.put("isPlatformReserved", reserved);
    }
}

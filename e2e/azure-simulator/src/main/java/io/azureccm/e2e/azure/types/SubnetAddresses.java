package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Cidr;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Private addresses for one resource being written: the free ones of a subnet, lowest first. */
public final class SubnetAddresses {
    private static final Cidr UNKNOWN_IPV4 = Cidr.parse("10.255.0.0/16").orElseThrow();
    private static final Cidr UNKNOWN_IPV6 = Cidr.parse("fd00:10:240::/64").orElseThrow();
    private static final int RESERVED = 4;

    private final World world;
    private final String owner;
    private final Map<String, Set<String>> taken = new HashMap<>();

    public SubnetAddresses(World world, ResourceId owner) {
        this.world = world;
        this.owner = owner.key();
    }

    public static Optional<ObjectNode> find(World world, String subnetId) {
        return ResourceId.parse(subnetId)
                .filter(id -> !id.isTopLevel())
                .flatMap(id -> world.store()
                        .get(id.parent(1))
                        .flatMap(network -> Json.named(network.properties(), id.name(), "subnets")));
    }

    public static List<String> prefixes(ObjectNode subnet) {
        List<String> prefixes = new ArrayList<>(Json.texts(subnet, "properties", "addressPrefixes"));
        Json.text(subnet, "properties", "addressPrefix")
                .filter(prefix -> !prefixes.contains(prefix))
                .ifPresent(prefixes::add);
        return prefixes;
    }

    private List<Cidr> ranges(String subnetId, boolean v6) {
        return find(world, subnetId).map(SubnetAddresses::prefixes)
                .orElse(List.of())
                .stream()
                .flatMap(prefix -> Cidr.parse(prefix).stream())
                .filter(cidr -> (cidr.bits() == 128) == v6)
                .toList();
    }

    private Set<String> taken(String subnetId) {
        return taken.computeIfAbsent(ResourceId.key(subnetId), key -> {
            Set<String> addresses = new HashSet<>();
            for (Reference reference : world.store().to(key)) {
                if (!reference.address().isEmpty() && !isOwn(reference))
                    addresses.add(reference.address());
            }
            return addresses;
        });
    }

    private boolean isOwn(Reference reference) {
        String from = ResourceId.key(reference.from());
        return from.equals(owner) || from.startsWith(owner + "/");
    }

    /**
     * Marks an address of this resource as taken, so that no other part of it gets it. False if another resource
     * already has it.
     */
    public boolean keep(String subnetId, String address) {
        return taken(subnetId).add(address);
    }

    /** A free address. If the subnet has no known prefix of the family, it comes from a private range. */
    public String take(String subnetId, boolean v6) {
        List<Cidr> ranges = ranges(subnetId, v6);
        Set<String> used = taken(subnetId);
        String free = (ranges.isEmpty() ? List.of(v6 ? UNKNOWN_IPV6 : UNKNOWN_IPV4) : ranges).stream()
                .flatMap(range -> free(range, used))
                .findFirst()
                .orElseThrow(() -> ArmError.of("SubnetIsFull", subnetId));
        used.add(free);
        return free;
    }

    static Stream<String> free(Cidr prefix, Set<String> taken) {
        return prefix.addresses().filter(address -> !taken.contains(address) && !isReserved(prefix, address));
    }

    /** Rejects a static address that is outside the subnet, reserved or taken. */
    void checkStatic(String partId, String subnetId, String address) {
        List<Cidr> ranges = ranges(subnetId, Cidr.isIpv6(address));
        Optional<Cidr> home = ranges.stream().filter(range -> range.contains(address)).findFirst();
        if (home.isEmpty())
            throw ArmError.of("PrivateIPAddressNotInSubnet", address, subnetId);
        if (isReserved(home.get(), address))
            throw ArmError.of("PrivateIPAddressInReservedRange", address, home.get().text());
        if (!taken(subnetId).add(address))
            throw ArmError.of("PrivateIPAddressIsAllocated", partId, address,
                    user(subnetId, address).map(Reference::from).orElse(partId));
    }

    /** Azure reserves the first four addresses of a prefix, and the last one of an IPv4 prefix. */
    static boolean isReserved(Cidr prefix, String address) {
        BigInteger offset = Cidr.number(address).orElseThrow().subtract(prefix.base());
        boolean last = prefix.bits() == 32 && offset.equals(prefix.size().subtract(BigInteger.ONE));
        return offset.compareTo(BigInteger.valueOf(RESERVED)) < 0 || last;
    }

    private Optional<Reference> user(String subnetId, String address) {
        return world.store().to(subnetId).stream().filter(user -> user.address().equals(address)).findFirst();
    }
}

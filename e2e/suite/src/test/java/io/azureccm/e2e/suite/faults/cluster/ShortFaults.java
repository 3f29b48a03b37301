package io.azureccm.e2e.suite.faults.cluster;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** The faults that end by themselves, each after one to three calls. */
public final class ShortFaults {
    private static final String ANY = "*";
    private static final List<String> VERBS = List.of("PUT", "PUT", "PUT", "DELETE", "LIST", "GET", ANY);
    private static final List<String> TYPES = List.of("loadBalancers", "loadBalancers", "publicIPAddresses",
            "networkSecurityGroups", ANY);
    private static final List<Function<Random, FaultAction>> KINDS = List.of(
            random -> new FaultAction.Refuse(500, "InternalServerError", "no"),
            random -> new FaultAction.Refuse(503, "ServiceUnavailable", "no"),
            random -> new FaultAction.Throttle("TooManyRequests", String.valueOf(1 + random.nextInt(20))),
            random -> new FaultAction.Throttle("TooManyRequests", ""),
            random -> new FaultAction.Refuse(409, "AnotherOperationInProgress", "no"),
            random -> new FaultAction.Refuse(412, "PreconditionFailed", "no"),
            random -> new FaultAction.TouchEtag(),
            random -> new FaultAction.Refuse(403, "AuthorizationFailed", "no"),
            random -> new FaultAction.ResetAfter(),
            random -> new FaultAction.RefuseAfter(500, "InternalServerError", "no"));
    /** Those of {@link #inARow}. */
    private static final List<Function<Random, FaultAction>> KINDS_IN_A_ROW = List.of(
            random -> new FaultAction.Throttle("TooManyRequests", String.valueOf(1 + random.nextInt(20))),
            random -> new FaultAction.Throttle("TooManyRequests", ""),
            random -> new FaultAction.Refuse(409, "AnotherOperationInProgress", "no"),
            random -> new FaultAction.Refuse(412, "PreconditionFailed", "no"),
            random -> new FaultAction.Refuse(500, "InternalServerError", "no"), random -> new FaultAction.ResetAfter());

    private record Resource(String type, String target) {}

    /** The machines of each scale set are a list of their own. */
    private static final List<Resource> MACHINES = List.of(new Resource("virtualMachineScaleSets", ""),
            new Resource("virtualMachineScaleSets/virtualMachines", "vmss-a"),
            new Resource("virtualMachineScaleSets/virtualMachines", "vmss-b"),
            new Resource("virtualMachineScaleSets/virtualMachines", "vmss-c"));
    private static final Resource INTERFACES = new Resource("virtualMachineScaleSets/networkInterfaces", "vmss-c");
    private static final List<Resource> NETWORK = List.of(new Resource("loadBalancers", ""),
            new Resource("publicIPAddresses", ""), new Resource("networkSecurityGroups", ""),
            new Resource("virtualNetworks/subnets", ""), new Resource("privateLinkServices", ""));

    private ShortFaults() {}

    /** One to four kinds in a sequence. */
    public static List<Fault> draw(Random random) {
        List<Fault> faults = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            FaultAction action = oneOf(KINDS, random).apply(random);
            String verb = isOfWrites(action) ? "PUT" : oneOf(VERBS, random);
            faults.add(Fault.on(verb, oneOf(TYPES, random), action).times(1 + random.nextInt(3)));
        }
        return faults;
    }

    /**
     * A fault of each resource that the controllers of a world read or write for a new Service or node, in any order: all of the same
     * kind, or each of a kind of its own.
     */
    public static List<Fault> inARow(World world, Random random) {
        Optional<Function<Random, FaultAction>> same = Optional.of(oneOf(KINDS_IN_A_ROW, random))
                .filter(kind -> random.nextBoolean());
        List<String> verbs = random.nextBoolean() ? List.of("GET") : List.of("GET", "PUT", ANY);
        List<Fault> faults = new ArrayList<>();
        for (Resource resource : resources(world, random)) {
            FaultAction action = same.orElseGet(() -> oneOf(KINDS_IN_A_ROW, random)).apply(random);
            String verb = isOfWrites(action) ? "PUT" : oneOf(verbs, random);
            faults.add(Fault.on(verb, resource.type(), action)
                    .target(resource.target())
                    .times(1 + random.nextInt(3)));
        }
        return faults;
    }

    private static List<Resource> resources(World world, Random random) {
        List<Resource> resources = new ArrayList<>(MACHINES);
        if (world.hasServices())
            resources.addAll(NETWORK);
        if (world.hasRoutes())
            resources.add(new Resource("routeTables", ""));
        if (world.hasNodes())
            resources.add(INTERFACES);
        Collections.shuffle(resources, random);
        return resources;
    }

    private static boolean isOfWrites(FaultAction action) {
        return action instanceof FaultAction.TouchEtag
                || action instanceof FaultAction.Refuse refuse && refuse.status() == 412;
    }

    private static <T> T oneOf(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}

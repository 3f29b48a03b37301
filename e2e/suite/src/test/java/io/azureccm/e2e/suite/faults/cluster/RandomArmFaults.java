package io.azureccm.e2e.suite.faults.cluster;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.faults.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/** Every way in which the simulated Azure can misbehave, drawn at random for the calls that the running apps make. */
public final class RandomArmFaults {
    private static final String ANY = "*";
    private static final List<String> SERVICE_TYPES = List.of("loadBalancers", "publicIPAddresses",
            "networkSecurityGroups", "virtualMachineScaleSets/virtualMachines", "virtualMachineScaleSets",
            "privateLinkServices", ANY);
    private static final List<String> NODE_TYPES = List.of("virtualMachineScaleSets",
            "virtualMachineScaleSets/virtualMachines", "virtualMachineScaleSets/networkInterfaces", ANY);
    private static final List<Refused> REFUSALS = List.of(new Refused(500, "InternalServerError"),
            new Refused(503, "ServiceUnavailable"), new Refused(502, ""), new Refused(504, "GatewayTimeout"),
            new Refused(409, "AnotherOperationInProgress"), new Refused(409, "OperationPreempted"),
            new Refused(412, "PreconditionFailed"), new Refused(403, "AuthorizationFailed"),
            new Refused(401, "InvalidAuthenticationToken"), new Refused(400, "BadRequest"), new Refused(404, ""),
            new Refused(404, "SubscriptionNotFound"), new Refused(408, "RequestTimeout"));
    private static final List<Function<Random, FaultAction>> KINDS = List.of(
            random -> refusal(random, false), random -> refusal(random, false), random -> refusal(random, true),
            random -> new FaultAction.Throttle("TooManyRequests", random.nextInt(40) == 0 ? "" : "1"),
            random -> new FaultAction.StuckOperation(),
            random -> new FaultAction.FailOperation("InternalServerError", "no"),
            random -> new FaultAction.CancelOperation(),
            random -> new FaultAction.Slow(Duration.ofMillis(random.nextInt(200))),
            random -> new FaultAction.Hang(Duration.ofMillis(500 + random.nextInt(2500))),
            random -> new FaultAction.ResetBefore(), random -> new FaultAction.ResetAfter(),
            random -> new FaultAction.HalfReply(), random -> new FaultAction.EmptyBody(),
            random -> new FaultAction.MalformedJson(), random -> new FaultAction.TouchEtag(),
            random -> new FaultAction.StaleRead(Duration.ofMillis(50 + random.nextInt(400))),
            random -> new FaultAction.ExpiredToken());

    private record Refused(int status, String code) {}

    private final Simulation simulation;
    private final List<String> types;
    private final boolean writes;
    private final Random random;
    private final int scale;
    private final Duration oldest;
    private final Map<Integer, Integer> counted = new HashMap<>();

    public RandomArmFaults(Simulation simulation, Set<App> apps, Random random) {
        this(simulation, apps, random, Pace.QUICK);
    }

    /** At this pace; an answer is never older than the controllers have to expect of Azure. */
    public RandomArmFaults(Simulation simulation, Set<App> apps, Random random, Pace pace) {
        this.scale = pace.scale();
        this.oldest = pace.observed().settle().minusMillis(1);
        this.simulation = simulation;
        this.random = random;
        this.writes = !apps.equals(Set.of(App.NODE));
        this.types = new ArrayList<>();
        if (apps.contains(App.SERVICE))
            types.addAll(SERVICE_TYPES);
        if (apps.contains(App.NODE))
            types.addAll(NODE_TYPES);
        if (apps.contains(App.ROUTE))
            types.addAll(List.of("routeTables", "routeTables", "virtualMachineScaleSets/virtualMachines"));
    }

    /** Sets a fault for the next calls of some kind; tells what. */
    public String add() {
        FaultAction action = scaled(oneOf(KINDS).apply(random));
        Fault fault = Fault.on(verb(action), type(action), action)
                .nth(random.nextInt(3) == 0 ? 2 : 1)
                .times(1 + random.nextInt(random.nextInt(6) == 0 ? 12 : 3))
                .probability(random.nextInt(4) == 0 ? 0.5 : 1);
        counted.put(simulation.azure().faults().add(fault), 0);
        return fault.verb() + " " + fault.type() + " " + action;
    }

    private FaultAction scaled(FaultAction action) {
        return switch (action) {
            case FaultAction.Slow(Duration by) -> new FaultAction.Slow(by.multipliedBy(scale));
            case FaultAction.Hang(Duration atMost) -> new FaultAction.Hang(atMost.multipliedBy(scale));
            case FaultAction.StaleRead(Duration age) -> {
                Duration scaled = age.multipliedBy(scale);
                yield new FaultAction.StaleRead(scaled.compareTo(oldest) < 0 ? scaled : oldest);
            }
            default -> action;
        };
    }

    private String verb(FaultAction action) {
        return switch (action) {
            case FaultAction.StuckOperation s -> oneOf(List.of("PUT", "PUT", "DELETE"));
            case FaultAction.FailOperation f -> oneOf(List.of("PUT", "PUT", "DELETE"));
            case FaultAction.CancelOperation c -> oneOf(List.of("PUT", "PUT", "DELETE"));
            case FaultAction.TouchEtag t -> oneOf(List.of("PUT", "DELETE"));
            case FaultAction.StaleRead s -> oneOf(List.of("LIST", "GET"));
            case FaultAction.ExpiredToken e -> ANY;
            default -> oneOf(writes
                    ? List.of("PUT", "PUT", "PUT", "DELETE", "LIST", "GET", "POLL", ANY, ANY)
                    : List.of("LIST", "LIST", "GET", ANY));
        };
    }

    private String type(FaultAction action) {
        return action instanceof FaultAction.ExpiredToken || random.nextInt(25) == 0
                ? "token"
                : random.nextInt(3) == 0 ? ANY : oneOf(types);
    }

    private static FaultAction refusal(Random random, boolean after) {
        Refused refused = REFUSALS.get(random.nextInt(REFUSALS.size()));
        return after
                ? new FaultAction.RefuseAfter(refused.status(), refused.code(), "no")
                : new FaultAction.Refuse(refused.status(), refused.code(), "no");
    }

    /** Counts what has struck since the last call. */
    public void count(Tally tally) {
        for (Faults.Status status : simulation.azure().faults().all()) {
            Integer before = counted.replace(status.id(), status.fired());
            if (before != null)
                tally.add("faults of Azure", status.fault().name(), status.fired() - (long) before);
        }
    }

    /** Azure is well again, lasting faults excepted: what hung ends. */
    public void clear(Tally tally) {
        count(tally);
        counted.keySet().forEach(simulation.azure().faults()::remove);
        counted.clear();
        simulation.azure().endStuckOperations();
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}

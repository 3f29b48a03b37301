package io.azureccm.e2e.suite.faults.cluster;

import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.cluster.api.watch.Watches;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Every way in which the simulated Kubernetes API can misbehave, drawn at random. */
public final class RandomApiFaults {
    private static final List<String> VERBS = List.of("patch", "patch", "get", "list", "watch", "update", "create",
            "*");
    private static final List<String> RESOURCES = List.of("services", "services/status", "nodes", "nodes/status",
            "events", "leases", "*", "*");

    private final ClusterSimulator api;
    private final Random random;

    public RandomApiFaults(Simulation simulation, Random random) {
        this.api = simulation.api();
        this.random = random;
    }

    /** Makes trouble; tells which. */
    public String add(Tally tally) {
        int kind = random.nextInt(13);
        String what = switch (kind) {
            case 0 -> effect("Delay", new Effect.Delay(Duration.ofMillis(random.nextInt(150))));
            case 1 -> effect("Refuse 500", new Effect.Refuse(500, "InternalError", "no", Duration.ZERO));
            case 2 -> effect("Refuse 429", new Effect.Refuse(429, "TooManyRequests", "no", Duration.ofSeconds(1)));
            case 3 -> effect("Refuse 403", new Effect.Refuse(403, "Forbidden", "no", Duration.ZERO));
            case 4 -> effect("Refuse 401", new Effect.Refuse(401, "Unauthorized", "no", Duration.ZERO));
            case 5 -> effect("Stale", new Effect.Stale());
            case 6 -> effect("Cut", new Effect.Cut());
            case 7 -> effect("Hang", new Effect.Hang());
            case 8 -> watches("Watches closed", Watches.End.CLOSED);
            case 9 -> watches("Watches cut", Watches.End.CUT);
            case 10 -> watches("Watches expired", Watches.End.EXPIRED);
            case 11 -> {
                api.expireHistory();
                yield "History expired";
            }
            default -> {
                api.cutConnections();
                yield "Connections cut";
            }
        };
        tally.count("faults of Kubernetes", what.split(" of ")[0]);
        return what;
    }

    /** The whole API stands still until faults are cleared. */
    public String freeze(Tally tally) {
        api.faults().hang();
        tally.count("faults of Kubernetes", "Frozen");
        return "Frozen";
    }

    public void clear() {
        api.faults().clear();
    }

    private String effect(String name, Effect effect) {
        Target target = new Target(oneOf(VERBS), oneOf(RESOURCES));
        api.faults().add(target, effect, 1 + random.nextInt(3));
        return name + " of " + target.verb() + " " + target.resource();
    }

    private String watches(String name, Watches.End how) {
        api.endWatches(how);
        return name;
    }

    private String oneOf(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }
}

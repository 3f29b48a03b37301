package io.azureccm.e2e.suite.faults.cluster;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** The faults that end by themselves: one to four kinds in a sequence, each for one to three calls in a row. */
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

    private ShortFaults() {}

    public static List<Fault> draw(Random random) {
        List<Fault> faults = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            FaultAction action = oneOf(KINDS, random).apply(random);
            boolean ofWrites = action instanceof FaultAction.TouchEtag
                    || action instanceof FaultAction.Refuse refuse && refuse.status() == 412;
            String verb = ofWrites ? "PUT" : oneOf(VERBS, random);
            faults.add(Fault.on(verb, oneOf(TYPES, random), action).times(1 + random.nextInt(3)));
        }
        return faults;
    }

    private static <T> T oneOf(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}

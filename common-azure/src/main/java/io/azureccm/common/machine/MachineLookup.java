package io.azureccm.common.machine;

import java.time.Instant;
import java.util.List;

/** What is known of the machine behind a node. */
public sealed interface MachineLookup {
    /**
     * It is there. {@code asOf} is when the oldest list that shows it was asked for; addresses, the more important family
     * first, are empty unless they were asked for.
     */
    record Found(Machine machine, List<MachineAddress> addresses, Instant asOf) implements MachineLookup {
        public Found {
            addresses = List.copyOf(addresses);
        }
    }

    /** Complete lists that were asked for at {@code asOf} or later do not show it. */
    record Missing(Instant asOf) implements MachineLookup {}

    /** It is there, but what was asked for at {@code asOf} and before does not tell all that is needed yet. */
    record Incomplete(String problem, Instant asOf) implements MachineLookup {}

    /**
     * Nobody can tell now; {@code notBefore} is when to ask again at the earliest. Either a list could not be read, or the answer
     * is only under way.
     */
    record Unknown(String problem, Instant notBefore, boolean underWay) implements MachineLookup {
        public Unknown(String problem, Instant notBefore) {
            this(problem, notBefore, false);
        }
    }

    /** Several machines bear the name. */
    record Ambiguous(List<Machine> machines) implements MachineLookup {
        public Ambiguous {
            machines = List.copyOf(machines);
        }
    }
}

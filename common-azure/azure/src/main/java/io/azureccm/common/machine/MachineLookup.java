package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** What is known of the machine of a node. */
public sealed interface MachineLookup {
    /**
     * The machine exists. {@code asOf} is when the oldest list that contains it was requested; addresses, the more important
     * family first, are empty unless they were requested.
     */
    record Found(Machine machine, List<MachineAddress> addresses, Instant asOf) implements MachineLookup {
        public Found {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * Complete lists that were requested at {@code asOf} or later do not contain the machine. {@code instances} are the ids that
     * an instance of this name would have in the scale sets whose prefix the name has.
     */
    record Missing(Instant asOf, Set<ArmId> instances) implements MachineLookup {
        public Missing {
            instances = Set.copyOf(instances);
        }

        public Missing(Instant asOf) {
            this(asOf, Set.of());
        }
    }

    /** The machine exists, but responses to requests at {@code asOf} and before do not contain all that is needed yet. */
    record Incomplete(String problem, Instant asOf) implements MachineLookup {}

    /**
     * Could not be determined now; {@code notBefore} is the earliest time to try again. Either a list could not be read, or
     * the response is still outstanding.
     */
    record Unknown(String problem, Instant notBefore, boolean underWay) implements MachineLookup {
        public Unknown(String problem, Instant notBefore) {
            this(problem, notBefore, false);
        }
    }

    /** Several machines have the name. */
    record Ambiguous(List<Machine> machines) implements MachineLookup {
        public Ambiguous {
            machines = List.copyOf(machines);
        }
    }
}

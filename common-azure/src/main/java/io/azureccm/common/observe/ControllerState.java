package io.azureccm.common.observe;

import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.kube.queue.QueueStats;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How a controller is doing at one moment: all that health, info and gauges are computed from. */
public record ControllerState(Phase phase, Leadership leadership, Work work, Kubernetes kubernetes, Azure azure) {
    /** How far the controller has come. */
    public enum Phase {
        /** Azure cannot be addressed yet: no usable config, or the endpoints of the cloud are not known. */
        CONNECTING,
        /** The first lists of the watched objects are not complete. */
        SYNCING,
        /** Ready, but another instance leads. */
        STANDBY,
        /** Working: what it plans, it writes. */
        LEADING,
        /** Leading and planning, but writing nothing, as long as another program may be at the same work. */
        HOLDING,
        /** Planning like a leader, but a dry run: it leads nothing and writes nothing. */
        DRY_RUN,
        /** {@code disableCloudProvider} is set in the cloud config. */
        DISABLED,
        /** On the way out. */
        STOPPING
    }

    /**
     * Whether this instance leads, how leadership is decided, since when it has been as it is, who leads as far as is known
     * ("" otherwise), what keeps this instance from standing for election, and the other programs that may be at the same work.
     */
    public record Leadership(boolean leading, String decidedBy, Instant since, String holder,
            Optional<String> problem, OtherPrograms others) {}

    /** Why nothing is written because of other programs, in one line that says what to set; and the leases they are known by. */
    public record OtherPrograms(Optional<String> holding, List<OtherLease> leases) {
        public static final OtherPrograms NONE = new OtherPrograms(Optional.empty(), List.of());

        public OtherPrograms {
            leases = List.copyOf(leases);
        }
    }

    /** The lease of another program as {@code namespace/name}, whether it is renewed (empty if that is not known), and the same in words. */
    public record OtherLease(String name, Optional<Boolean> renewed, String standing) {}

    /** Time since the loop last showed that it is alive, and the queue behind it, where there is one. */
    public record Work(Duration sinceTurn, Duration turnLimit, Optional<QueueStats> queue) {
        public boolean isStalled() {
            return sinceTurn.compareTo(turnLimit) > 0;
        }
    }

    /** The informers, and what is wrong with the way to the API itself, in one line. */
    public record Kubernetes(List<InformerStatus> informers, Optional<String> problem) {
        public Kubernetes {
            informers = List.copyOf(informers);
        }

        public boolean isSynced() {
            return !informers.isEmpty() && informers.stream().allMatch(InformerStatus::synced);
        }

        /** The first thing that is wrong, empty when all informers are complete and follow. */
        public Optional<String> firstProblem() {
            return problem.or(() -> informers.stream().flatMap(informer -> informer.problem().stream()).findFirst());
        }
    }

    /**
     * Whether ARM answers us, how many reads the snapshot has cost, when the oldest answer about resources of each type was asked
     * for, and why a changed config was not taken over.
     */
    public record Azure(ArmReach.Reach reach, long snapshotReads, Map<String, Instant> oldestAnswers,
            Optional<String> rejectedChange) {
        public Azure {
            Map<String, Instant> byType = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            byType.putAll(oldestAnswers);
            oldestAnswers = Collections.unmodifiableMap(byType);
        }

        /** When the oldest of all answers was asked for; empty when nothing was read yet. */
        public Optional<Instant> oldestAnswer() {
            return oldestAnswers.values().stream().min(Comparator.naturalOrder());
        }
    }
}

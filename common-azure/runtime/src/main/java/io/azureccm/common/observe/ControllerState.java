package io.azureccm.common.observe;

import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.reconcile.LoopStats;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The state of a controller at one moment, from which health, info and gauges are computed. */
public record ControllerState(Phase phase, Leadership leadership, Work work, Kubernetes kubernetes, Azure azure) {
    /** The phases of a controller. */
    public enum Phase {
        /** Azure cannot be called yet: no usable config, or the endpoints of the cloud are unknown. */
        CONNECTING,
        /** The first lists of the watched objects are not complete. */
        SYNCING,
        /** Ready, but another instance leads. */
        STANDBY,
        /** Working: plans are written. */
        LEADING,
        /** Leading, but writing nothing while another program may be doing the same work, or until work of an earlier term has ended. */
        HOLDING,
        /** Planning like a leader, but as a dry run: it neither leads nor writes. */
        DRY_RUN,
        /** {@code disableCloudProvider} is set in the cloud config. */
        DISABLED,
        /** Shutting down. */
        STOPPING
    }

    /**
     * Whether this instance leads, how leadership is decided, since when this has been so, the known leader ("" if unknown),
     * what prevents this instance from standing for election, and other programs that may be doing the same work.
     */
    public record Leadership(boolean leading, String decidedBy, Instant since, String holder,
            Optional<String> problem, OtherPrograms others) {}

    /** Why nothing is written because of other programs, in one line that names the setting to change; and their leases. */
    public record OtherPrograms(Optional<String> holding, List<OtherLease> leases) {
        public static final OtherPrograms NONE = new OtherPrograms(Optional.empty(), List.of());

        public OtherPrograms {
            leases = List.copyOf(leases);
        }
    }

    /**
     * The lease of another program as {@code namespace/name}, whether it is renewed (empty if unknown), and the same in
     * words.
     */
    public record OtherLease(String name, Optional<Boolean> renewed, String standing) {}

    /** Time since the loop last showed that it is alive, and its events and operations; empty for a loop that has none. */
    public record Work(Duration sinceTurn, Duration turnLimit, Optional<LoopStats> loop) {
        public boolean isStalled() {
            return sinceTurn.compareTo(turnLimit) > 0;
        }
    }

    public record Kubernetes(List<InformerStatus> informers) {
        public Kubernetes {
            informers = List.copyOf(informers);
        }

        public boolean isSynced() {
            return !informers.isEmpty() && informers.stream().allMatch(InformerStatus::synced);
        }

        /** The first problem; empty if all informers are synced and up to date. */
        public Optional<String> firstProblem() {
            return informers.stream().flatMap(informer -> informer.problem().stream()).findFirst();
        }
    }

    /**
     * Whether ARM responds, the number of reads for the snapshot, the time of the oldest response by resource type, the resources in
     * the latest responses that cannot be read, and why a changed config was not applied.
     */
    public record Azure(ArmReachability.Reach reach, long snapshotReads, Map<String, Instant> oldestAnswers,
            List<UnreadableResource> unreadable, Optional<String> rejectedChange) {
        public Azure {
            unreadable = List.copyOf(unreadable);
            Map<String, Instant> byType = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            byType.putAll(oldestAnswers);
            oldestAnswers = Collections.unmodifiableMap(byType);
        }

        /** Those of one type. */
        public List<UnreadableResource> unreadable(String type) {
            return unreadable.stream().filter(each -> each.collection().hasType(type)).toList();
        }

        /** The time of the oldest response of all; empty if nothing has been read yet. */
        public Optional<Instant> oldestAnswer() {
            return oldestAnswers.values().stream().min(Comparator.naturalOrder());
        }
    }
}

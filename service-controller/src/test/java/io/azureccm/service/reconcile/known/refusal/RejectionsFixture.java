package io.azureccm.service.reconcile.known.refusal;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.turn.RetryFixture;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes for Services, how they end, and a trial that writes until nothing is left. */
abstract class RejectionsFixture {
    static final ArmId GROUP = ArmId.of("s", "rg", ArmTypes.SECURITY_GROUP, "nsg");
    static final ArmId OTHER_ADDRESS = ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "kubernetes-a2");
    static final Outcome REFUSED = new Outcome.Rejected(400, "BadPort", "port 0 is not possible");
    static final Outcome FULL = new Outcome.Rejected(400, "RuleCountLimitReached", "300 are there");
    static final Outcome LOCKED = new Outcome.Rejected(409, "ScopeLocked",
            "cannot perform write operation because following scope(s) are locked: '/subscriptions/s/resourceGroups/rg'.");
    static final Outcome APPLIED = new Outcome.Applied(null);
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    /** All attempts are there again. */
    static final Instant LATER = NOW.plusSeconds(3600);
    static final RetryPolicy POLICY = ServiceTiming.DEFAULT.retries();

    final ClusterState four = cluster("a", "b", "c", "d");
    final Operation write = RetryFixture.put(RetryFixture.BALANCER, "shop/a", "shop/b", "shop/c", "shop/d");

    /** Turns against an Azure that rejects every load balancer with one of the bad Services, or with too many. */
    static final class Trial {
        final ClusterState cluster;
        final Set<String> bad;
        final int room;
        final Set<String> written = new HashSet<>();
        Rejections rejections = Rejections.NONE;
        int turns;

        Trial(List<String> names, Set<String> bad) {
            this(names, bad, Integer.MAX_VALUE);
        }

        Trial(List<String> names, Set<String> bad, int room) {
            this.room = room;
            this.cluster = cluster(names.toArray(String[]::new));
            this.bad = bad;
        }

        void run() {
            while (turns < 1000) {
                Set<String> open = new HashSet<>(planned(rejections, cluster));
                open.removeAll(written);
                if (open.isEmpty()) {
                    Rejections next = rejections.next(Set.of(), Set.of(), Set.of(), LATER);
                    if (next.equals(rejections))
                        return;
                    rejections = next;
                    continue;
                }
                turns++;
                boolean isFull = written.size() + open.size() > room;
                boolean refused = isFull || open.stream().anyMatch(bad::contains);
                if (!refused)
                    written.addAll(open);
                Operation operation = RetryFixture.put(RetryFixture.BALANCER,
                        open.stream().map(name -> "shop/" + name).toArray(String[]::new));
                rejections = after(rejections, operation, isFull ? FULL : refused ? REFUSED : APPLIED, cluster);
            }
        }
    }

    static Rejections after(Rejections before, Operation operation, Outcome outcome, ClusterState cluster) {
        return before.after(operation, outcome, cluster, POLICY, NOW);
    }

    static Set<String> planned(Rejections rejections, ClusterState cluster) {
        ServiceDecisions services = rejections.stopping(ServiceDecisions.of(cluster), NOW);
        return services.all()
                .stream()
                .filter(service -> services.plans(service, Stage.TRAFFIC))
                .map(service -> service.key().name())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static ClusterState cluster(String... names) {
        return new ClusterState(Stream.of(names).map(RetryFixture::service).toList(), Map.of(), List.of(), Set.of(), 0);
    }
}

package io.azureccm.e2e.suite.faults.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.e2e.cluster.store.VersionFormat;
import io.azureccm.e2e.suite.harness.QuietLogs;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.lasting.Lasting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever Azure, the Kubernetes API, people and the death of processes do to the controllers: what they say is true, what is foreign
 * stays, what is asked for is there once it is quiet, and nothing is left in the end. The seed decides the order of all events, so
 * that what goes wrong once goes wrong each time.
 */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
@ExtendWith(QuietLogs.class)
class VirtualFaultsTest {
    private static final List<World> WORLDS = List.of(World.values());

    private static final int SEQUENCES = 10;
    private final Tally tally = new Tally();

    @Test
    void sequencesInVirtualTimeKeepEveryPromise() {
        List<String> violations = new ArrayList<>();
        for (long index = 0; index < SEQUENCES; index++) {
            World world = WORLDS.get((int) (index % WORLDS.size()));
            violation(world, 2 + index / WORLDS.size(), Lasting.MIXED, () -> RemovalPolicy.NONE)
                    .ifPresent(violations::add);
        }
        assertThat(violations).as("sequences that went wrong").isEmpty();
        assertThat(List.of(tally.total("faults of Azure"), tally.total("faults of Kubernetes"), tally.total("kills")))
                .as("it was about something")
                .allMatch(count -> count > 0);
    }

    /** Sequences that once broke a promise, with what went wrong. */
    @ParameterizedTest(name = "{2}")
    @CsvSource({
            "SERVICES, 116, a private link service that could not be made was left behind when they could not be listed",
            "SERVICES, 500026, a new leader let a Service go on a list that was older than its public IP",
            "SERVICES, 5001710, machines joined the pool of a load balancer whose deletion was running",
            "SERVICES, 515032, machines joined the pool of a load balancer that was being deleted",
            "SEVERAL_LOAD_BALANCERS, 510040, a private link service was left behind when the first list of a leader failed",
            "SEVERAL_LOAD_BALANCERS, 2000226, two load balancers and a public IP waited for each other and nothing was planned",
            "SEVERAL_LOAD_BALANCERS, 3000542, a rejected Service was never tried again after a read had failed",
            "TOGETHER, 4000206, the response to the start of a write was believed more than later lists and all were read without end",
            "TOGETHER, 4000042, an address was still shown when its load balancer lost it since the watch was slow",
            "SEVERAL_LOAD_BALANCERS, 4000100, the address of a load balancer that was being deleted was published",
            "SEVERAL_LOAD_BALANCERS, 8000644, an address that two Services share was published while its load balancer had failed",
            "SEVERAL_LOAD_BALANCERS, 5000634, a load balancer whose creation was confirmed without a body was left behind",
            "ROUTES, 5000235, a list from before a failed write was believed",
            "ROUTES, 5001177, a list with an etag that Azure had just denied was believed",
            "ROUTES, 11000349, a list from before an accepted write that failed was believed",
            "ROUTES, 12000816, a list from before a write that was confirmed without a body was believed",
            "ROUTES, 13000400, a new leader believed a list from before the last write of the one before it",
            "TOGETHER, 19000699, a failed write of a scale set brought back a machine that had been deleted meanwhile",
            "TOGETHER, 11000320, the address of a load balancer whose accepted write had failed was published"})
    void sequenceThatOnceBrokeAPromiseKeepsIt(World world, long seed, String story) {
        assertThat(violation(world, seed, Lasting.NEVER, () -> RemovalPolicy.NONE)).as(story).isEmpty();
    }

    /** Before Kubernetes 1.35 nobody promises that resource versions have an order. */
    @ParameterizedTest(name = "{2}")
    @CsvSource({
            "TOGETHER, 4000042, an address was still shown when its load balancer lost it since the watch was slow",
            "SERVICES, 500026, a new leader let a Service go on a list that was older than its public IP"})
    void sequenceKeepsItOnAnApiWhoseVersionsHaveNoOrder(World world, long seed, String story) {
        VirtualSequence sequence = new VirtualSequence(world, seed, tally, Lasting.NEVER).on(VersionFormat.OPAQUE);
        assertThatCode(sequence::play).as(story).doesNotThrowAnyException();
    }

    /** The same where Azure refuses something for good. */
    @ParameterizedTest(name = "{2}")
    @CsvSource({
            "TOGETHER, 4127, machines left the load balancer of a Service while Azure refused the other one that it moved to",
            "SERVICES, 26000455, a Service was named for its neighbour that a second resource refused at the same moment",
            "SEVERAL_LOAD_BALANCERS, 28001324, a Service was named for its neighbour whose turn a lock had delayed"})
    void sequenceWithALastingFaultThatOnceBrokeAPromiseKeepsIt(World world, long seed, String story) {
        assertThat(violation(world, seed, Lasting.ALWAYS, () -> RemovalPolicy.NONE)).as(story).isEmpty();
    }

    /** No removal at all is allowed, and somebody approves each that is held. */
    @Test
    void sequencesKeepEveryPromiseWhileEveryRemovalHasToBeApproved() {
        List<String> violations = new ArrayList<>();
        AtomicInteger held = new AtomicInteger();
        for (World world : WORLDS) {
            for (long seed = 1; seed <= 2; seed++)
                violation(world, seed, Lasting.NEVER, () -> ApprovesAll.policy(held)).ifPresent(violations::add);
        }
        assertThat(violations).as("sequences that went wrong").isEmpty();
        assertThat(held.get()).as("plans that were held").isPositive();
    }

    /** Approves whatever is held, as somebody would who watches all the time. */
    private record ApprovesAll(Set<String> hashes, AtomicInteger held) implements RemovalApprovals {
        static RemovalPolicy policy(AtomicInteger held) {
            Map<Removal.Kind, RemovalLimits.Limit> limits = Arrays.stream(Removal.Kind.values())
                    .collect(Collectors.toMap(kind -> kind, kind -> new RemovalLimits.Limit(0, false)));
            return new RemovalPolicy(new RemovalLimits(limits), new ApprovesAll(new TreeSet<>(), held));
        }

        @Override
        public Set<String> read(Set<String> spent) {
            hashes.removeAll(spent);
            return Set.copyOf(hashes);
        }

        @Override
        public void report(Removals now) {
            if (!now.isEmpty() && hashes.add(now.hash()))
                held.incrementAndGet();
        }
    }

    private Optional<String> violation(World world, long seed, Lasting lasting, Supplier<RemovalPolicy> removals) {
        try {
            new VirtualSequence(world, seed, tally, lasting, removals).play();
            return Optional.empty();
        } catch (Violation found) {
            return Optional
                    .of("world " + world.title() + ", seed " + seed + " (again with -Dfaults.virtual=1 -Dfaults.world="
                            + world.title() + " -Dfaults.first=" + seed + "): " + found.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSeedIsTheSameSequenceEachTimeCallForCall(World world) {
        List<String> once = new VirtualSequence(world, 1, tally, Lasting.MIXED).play().lines().toList();
        assertThat(new VirtualSequence(world, 1, tally, Lasting.MIXED).play().lines()).containsExactlyElementsOf(once);
        assertThat(once).as("calls to Azure").anyMatch(line -> line.contains("LIST") || line.contains("PUT"));
    }
}

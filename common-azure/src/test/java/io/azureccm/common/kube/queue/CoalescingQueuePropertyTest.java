package io.azureccm.common.kube.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Any sequence of calls, compared with a plain model that remembers every add. */
class CoalescingQueuePropertyTest {
    private static final QueueSettings SETTINGS = QueueSettings.windows(Duration.ofMillis(3), Duration.ofMillis(8));

    private enum Kind {
        ADD, ADD_AFTER, RETRY, ADVANCE, POLL, DONE, FORGET
    }

    private record Step(Kind kind, int key, int millis) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(5, Kind.ADD), Tuple.of(2, Kind.ADD_AFTER),
                Tuple.of(1, Kind.RETRY), Tuple.of(5, Kind.ADVANCE),
                Tuple.of(5, Kind.POLL), Tuple.of(3, Kind.DONE),
                Tuple.of(1, Kind.FORGET));
        return Combinators.combine(kinds, Arbitraries.integers().between(0, 2), Arbitraries.integers().between(0, 12))
                .as(Step::new)
                .list()
                .ofMaxSize(60);
    }

    @Property(tries = 500)
    void nothingIsLostNothingIsConcurrentAndEveryKeyIsDueOnTime(@ForAll("steps") List<Step> steps) {
        Model model = new Model();
        steps.forEach(model::run);
        model.drain();
        assertThat(model.handedOut).containsExactlyInAnyOrderElementsOf(model.given);
    }

    /** What the queue must do, written without its shortcuts: all adds of a key are kept and the due time is derived. */
    private static final class Model {
        private final VirtualNanos clock = new VirtualNanos();
        private final CoalescingQueue<Integer, List<Integer>> queue = new CoalescingQueue<>(SETTINGS,
                (older, newer) -> Stream.concat(older.stream(), newer.stream()).toList(), clock);
        private final List<Integer> given = new ArrayList<>();
        private final List<Integer> handedOut = new ArrayList<>();
        private final Map<Integer, List<Long>> adds = new HashMap<>();
        private final Map<Integer, List<Long>> timers = new HashMap<>();
        private final Map<Integer, Boolean> working = new HashMap<>();
        private final Map<Integer, Integer> failures = new HashMap<>();
        private long now;

        void run(Step step) {
            switch (step.kind()) {
                case ADD -> {
                    queue.add(step.key(), give(), Priority.CHANGED);
                    adds.computeIfAbsent(step.key(), key -> new ArrayList<>()).add(now);
                }
                case ADD_AFTER -> {
                    queue.addAfter(step.key(), give(), Priority.CHANGED, Duration.ofMillis(step.millis()));
                    timer(step.key(), step.millis());
                }
                case RETRY -> {
                    int attempt = failures.merge(step.key(), 1, Integer::sum);
                    Duration delay = queue.retry(step.key(), give(), Priority.CHANGED);
                    assertThat(delay).hasMillis(Math.min(300_000L, 5_000L << Math.min(20, attempt - 1)));
                    timer(step.key(), delay.toMillis());
                }
                case ADVANCE -> advance(step.millis());
                case POLL -> poll();
                case DONE -> {
                    if (working.remove(step.key()) != null)
                        queue.done(step.key());
                }
                case FORGET -> {
                    queue.forget(step.key());
                    failures.remove(step.key());
                }
            }
        }

        void drain() {
            List.copyOf(working.keySet()).forEach(key -> run(new Step(Kind.DONE, key, 0)));
            advance(Duration.ofHours(1).toMillis());
            for (int key = 0; key < 3; key++) {
                poll();
            }
            assertThat(queue.stats().pending()).isZero();
        }

        private void poll() {
            List<Integer> due = Stream.of(0, 1, 2)
                    .filter(key -> !working.containsKey(key) && dueAt(key) <= now)
                    .toList();
            Optional<Work<Integer, List<Integer>>> work = queue.poll();
            assertThat(work.isPresent()).isEqualTo(!due.isEmpty());
            work.ifPresent(got -> {
                assertThat(due).contains(got.key());
                assertThat(due).allSatisfy(key -> assertThat(dueAt(got.key())).isLessThanOrEqualTo(dueAt(key)));
                working.put(got.key(), true);
                handedOut.addAll(got.value());
                adds.remove(got.key());
                timers.remove(got.key());
            });
        }

        private long dueAt(int key) {
            List<Long> moments = adds.getOrDefault(key, List.of());
            long timer = timers.getOrDefault(key, List.of())
                    .stream()
                    .mapToLong(Long::longValue)
                    .min()
                    .orElse(Long.MAX_VALUE);
            return moments.isEmpty()
                    ? timer
                    : Math.min(timer, Math.min(moments.getLast() + SETTINGS.idleWindow().toMillis(),
                            moments.getFirst() + SETTINGS.maxAge().toMillis()));
        }

        private void timer(int key, long millis) {
            timers.computeIfAbsent(key, unused -> new ArrayList<>()).add(now + millis);
        }

        private void advance(long millis) {
            now += millis;
            clock.advance(Duration.ofMillis(millis));
        }

        private List<Integer> give() {
            given.add(given.size());
            return List.of(given.getLast());
        }
    }
}

package io.azureccm.common.kube.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CoalescingQueueTest {
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration MAX_AGE = Duration.ofSeconds(2);
    private static final Duration TICK = Duration.ofNanos(1);

    private final VirtualNanos clock = new VirtualNanos();
    private final CoalescingQueue<String, List<String>> queue = new CoalescingQueue<>(
            QueueSettings.windows(IDLE, MAX_AGE), CoalescingQueueTest::concat, clock);

    @Test
    void aKeyIsDueExactlyAfterTheIdleWindow() {
        add("lb", "a");
        clock.advance(IDLE.minus(TICK));
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.untilNextDue()).contains(TICK);
        clock.advance(TICK);
        assertThat(queue.poll()).contains(new Work<>("lb", List.of("a"), Priority.CHANGED, 0, IDLE));
        assertThat(queue.untilNextDue()).isEmpty();
    }

    @Test
    void aQueueThatIsShutKeepsNothingOfWhatComesAndGoes() {
        add("lb", "before");
        queue.shut();
        for (int i = 0; i < 10_000; i++) {
            add("lb", "value " + i);
            queue.add("key " + i, List.of("a"), Priority.NEW_OR_DELETED);
            queue.addAfter("timer " + i, List.of("a"), Priority.DRIFT, IDLE);
        }
        assertThat(queue.stats().pending()).isZero();
        queue.open();
        clock.advance(MAX_AGE);
        assertThat(queue.poll()).isEmpty();
        add("lb", "after");
        clock.advance(IDLE);
        assertThat(values()).containsExactly("after");
    }

    @Test
    void anotherAddStartsTheIdleWindowAgainAndIsMerged() {
        add("lb", "a");
        clock.advance(IDLE.minus(TICK));
        add("lb", "b");
        clock.advance(IDLE.minus(TICK));
        assertThat(queue.poll()).isEmpty();
        clock.advance(TICK);
        assertThat(values()).containsExactly("a", "b");
    }

    @Test
    void allDueKeysAreHandedOutTogetherTheUrgentOnesFirst() {
        queue.add("a", List.of("1"), Priority.DRIFT);
        queue.add("b", List.of("2"), Priority.NEW_OR_DELETED);
        queue.add("c", List.of("3"), Priority.CHANGED);
        clock.advance(IDLE);
        queue.add("later", List.of("4"), Priority.NEW_OR_DELETED);

        assertThat(queue.pollAll(2)).extracting(Work::key).containsExactly("b", "c");
        assertThat(queue.pollAll(10)).extracting(Work::key).containsExactly("a");
        assertThat(queue.pollAll(10)).isEmpty();
        assertThat(queue.stats().inWork()).isEqualTo(3);
    }

    @Test
    void aKeyThatIsNeverQuietIsDueAtTheMaximumAge() {
        Duration waited = Duration.ZERO;
        Duration step = Duration.ofMillis(100);
        while (waited.compareTo(MAX_AGE) < 0) {
            add("lb", "a");
            assertThat(queue.poll()).isEmpty();
            clock.advance(step);
            waited = waited.plus(step);
        }
        assertThat(queue.poll()).hasValueSatisfying(work -> {
            assertThat(work.value()).hasSize(20);
            assertThat(work.age()).isEqualTo(MAX_AGE);
        });
    }

    @Test
    void newAndDeletedGoBeforeChangedAndDriftWhateverWasAddedFirst() {
        queue.add("drift", List.of(), Priority.DRIFT);
        queue.add("changed", List.of(), Priority.CHANGED);
        queue.add("new", List.of(), Priority.NEW_OR_DELETED);
        queue.add("drift, then deleted", List.of(), Priority.DRIFT);
        queue.add("drift, then deleted", List.of(), Priority.NEW_OR_DELETED);
        clock.advance(IDLE);
        assertThat(keys()).containsExactly("new", "drift, then deleted", "changed", "drift");
    }

    @Test
    void aKeyOverdueForAMinuteIsNotStarvedByMoreUrgentOnes() {
        queue.add("drift", List.of(), Priority.DRIFT);
        clock.advance(Duration.ofMinutes(1));
        queue.add("new", List.of(), Priority.NEW_OR_DELETED);
        clock.advance(IDLE.minus(TICK));
        queue.add("newer", List.of(), Priority.NEW_OR_DELETED);
        clock.advance(TICK);
        assertThat(keys()).containsExactly("drift", "new");
    }

    @Test
    void aKeyInWorkIsNotHandedOutAgainAndKeepsWhatIsAdded() {
        add("lb", "a");
        clock.advance(IDLE);
        assertThat(values()).containsExactly("a");
        add("lb", "b");
        clock.advance(MAX_AGE);
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.untilNextDue()).isEmpty();
        queue.done("lb");
        assertThat(values()).containsExactly("b");
    }

    @Test
    void retriesWaitLongerAndLongerUntilForgotten() {
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            waits.add(queue.retry("lb", List.of("a"), Priority.DRIFT).toSeconds());
        }
        assertThat(waits).containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 300L, 300L);
        queue.forget("lb");
        assertThat(queue.retry("lb", List.of(), Priority.DRIFT)).hasSeconds(5);
    }

    @Test
    void aRetryIsDueExactlyAfterItsBackOffAndKeepsTheFailedValueFirst() {
        add("lb", "a");
        clock.advance(IDLE);
        List<String> failed = values();
        queue.addAfter("lb", List.of("b"), Priority.DRIFT, Duration.ofHours(1));
        queue.retry("lb", failed, Priority.DRIFT);
        queue.done("lb");
        clock.advance(Duration.ofSeconds(5).minus(TICK));
        assertThat(queue.poll()).isEmpty();
        clock.advance(TICK);
        assertThat(queue.poll()).hasValueSatisfying(work -> {
            assertThat(work.value()).containsExactly("a", "b");
            assertThat(work.failures()).isEqualTo(1);
        });
    }

    @Test
    void anAddEndsTheWaitForARetry() {
        queue.retry("lb", List.of("failed"), Priority.DRIFT);
        clock.advance(Duration.ofSeconds(1));
        add("lb", "repaired");
        clock.advance(IDLE);
        assertThat(values()).containsExactly("failed", "repaired");
    }

    @Test
    void ofTwoTimersTheEarlierCounts() {
        queue.addAfter("lb", List.of("a"), Priority.DRIFT, Duration.ofSeconds(9));
        queue.addAfter("lb", List.of("b"), Priority.DRIFT, Duration.ofSeconds(3));
        queue.addAfter("lb", List.of("c"), Priority.DRIFT, Duration.ofSeconds(6));
        assertThat(queue.untilNextDue()).contains(Duration.ofSeconds(3));
        queue.addAfter("never", List.of("c"), Priority.DRIFT, Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(queue.untilNextDue()).contains(Duration.ofSeconds(3));
    }

    @Test
    void closingHandsOutOpenWindowsAndDropsWhatOnlyWaitsForATimer() throws InterruptedException {
        add("open", "a");
        queue.retry("failed", List.of("b"), Priority.DRIFT);
        queue.close();
        add("late", "c");
        assertThat(queue.take()).map(Work::key).contains("open");
        assertThat(queue.take()).isEmpty();
        queue.done("open");
        assertThat(queue.stats().dropped()).isEqualTo(2);
    }

    @Test
    void whatIsAddedToAKeyInWorkSurvivesClosing() {
        add("lb", "a");
        clock.advance(IDLE);
        values();
        add("lb", "b");
        queue.close();
        assertThat(queue.poll()).isEmpty();
        queue.done("lb");
        assertThat(values()).containsExactly("b");
    }

    @Test
    void shuttingForgetsEverythingButWorkInHand() {
        add("lb", "a");
        clock.advance(IDLE);
        values();
        add("lb", "b");
        queue.retry("other", List.of(), Priority.DRIFT);
        queue.shut();
        queue.open();
        queue.done("lb");
        clock.advance(Duration.ofHours(1));
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.retry("other", List.of(), Priority.DRIFT)).hasSeconds(5);
    }

    @Test
    void statsTellDepthAndAge() {
        add("a", "1");
        clock.advance(Duration.ofMillis(50));
        add("a", "2");
        add("b", "1");
        clock.advance(Duration.ofMillis(100));
        assertThat(queue.stats())
                .isEqualTo(new QueueStats(2, QueueStats.InWork.NOTHING, Duration.ofMillis(150), 3, 1, 0, 0, 0));
        clock.advance(MAX_AGE);
        queue.poll();
        assertThat(queue.stats()).extracting(QueueStats::pending, QueueStats::inWork, QueueStats::handedOut)
                .containsExactly(1, 1, 1L);
    }

    @Test
    void endingWorkThatNobodyHasIsAnError() {
        assertThatThrownBy(() -> queue.done("lb")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Timeout(600)
    void workersNeverShareAKeyAndLoseNothing() throws InterruptedException {
        CoalescingQueue<String, List<String>> real = new CoalescingQueue<>(
                QueueSettings.windows(Duration.ofMillis(1), Duration.ofMillis(3)), CoalescingQueueTest::concat);
        ConcurrentHashMap<String, Thread> owners = new ConcurrentHashMap<>();
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean shared = new AtomicBoolean();
        List<Thread> workers = Stream.generate(() -> Thread.ofVirtual().start(() -> work(real, owners, seen, shared)))
                .limit(4)
                .toList();
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 0; i < 3000; i++) {
            expected.add("v" + i);
            real.add("k" + i % 7, List.of("v" + i), Priority.CHANGED);
            Thread.yield();
        }
        real.close();
        for (Thread worker : workers) {
            worker.join();
        }
        assertThat(shared).isFalse();
        assertThat(seen).hasSize(3000);
        assertThat(new TreeSet<>(seen)).isEqualTo(expected);
    }

    private static void work(CoalescingQueue<String, List<String>> queue, ConcurrentHashMap<String, Thread> owners,
            List<String> seen, AtomicBoolean shared) {
        try {
            Optional<Work<String, List<String>>> work;
            while ((work = queue.take()).isPresent()) {
                String key = work.get().key();
                if (owners.putIfAbsent(key, Thread.currentThread()) != null)
                    shared.set(true);
                seen.addAll(work.get().value());
                Thread.yield();
                owners.remove(key);
                queue.done(key);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void add(String key, String value) {
        queue.add(key, List.of(value), Priority.CHANGED);
    }

    private List<String> values() {
        return queue.poll().orElseThrow().value();
    }

    private List<String> keys() {
        return Stream.generate(queue::poll).takeWhile(Optional::isPresent).map(work -> work.get().key()).toList();
    }

    private static List<String> concat(List<String> older, List<String> newer) {
        return Stream.concat(older.stream(), newer.stream()).toList();
    }
}

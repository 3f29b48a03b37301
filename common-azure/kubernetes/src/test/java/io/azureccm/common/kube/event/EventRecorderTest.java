package io.azureccm.common.kube.event;

import static io.azureccm.common.kube.ScriptedApi.json;
import static io.azureccm.common.kube.ScriptedApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.ScriptedApi;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class EventRecorderTest {
    private static final ObjectRef WEB = new ObjectRef("v1", "Service", "shop", "web", "uid-1", "7");

    private final List<String> written = new CopyOnWriteArrayList<>();

    @Test
    void eventsAreCreatedPatchedAndMadeAgainWhenTheApiForgotThem() throws IOException {
        try (ScriptedApi api = new ScriptedApi();
                KubernetesClient client = api.client();
                EventRecorder recorder = new EventRecorder(new ApiEventSink(client))) {
            AtomicInteger patches = new AtomicInteger();
            api.answer(request -> request.method().equals("PATCH") && patches.incrementAndGet() == 2
                    ? status(404, "forgotten")
                    : json("{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"x\"}}"));
            for (int i = 0; i < 3; i++) {
                recorder.record(EventNote.normal("c", WEB, "R", "m"));
            }
            Await.until(() -> "4 requests but " + api.requests(), () -> api.requests().size() == 4);
            assertThat(api.requests()).extracting(ScriptedApi.Request::method)
                    .containsExactly("POST", "PATCH", "PATCH", "POST");
            assertThat(api.requests()).allSatisfy(
                    request -> assertThat(request.path()).startsWith("/api/v1/namespaces/shop/events"));
            assertThat(api.requests().get(1).headers()).containsEntry("Content-type",
                    "application/strategic-merge-patch+json");
            assertThat(api.requests().get(3).body()).contains("\"count\":3");
        }
    }

    @Test
    void anApiThatIsAwayIsTriedAgain() {
        AtomicInteger attempts = new AtomicInteger();
        try (EventRecorder recorder = recorder(event -> {
            if (attempts.incrementAndGet() < 5)
                throw new KubernetesClientException("connection refused");
            written.add(event.getReason());
        }, EventRecorder.QUEUED)) {
            recorder.record(EventNote.normal("c", WEB, "R", "m"));
            Await.until("the event", () -> written.equals(List.of("R")));
            assertThat(attempts).hasValue(5);
        }
    }

    @Test
    void whatWaitsForTheNextAttemptIsWrittenOnClose() {
        AtomicInteger attempts = new AtomicInteger();
        EventRecorder recorder = new EventRecorder(new EventSink() {
            @Override
            public void create(Event event) {
                if (attempts.incrementAndGet() == 1)
                    throw new KubernetesClientException("connection refused");
                written.add(event.getReason());
            }

            @Override
            public void patch(String namespace, String name, JsonNode patch) {}
        }, InstantSource.system(), System::nanoTime, Duration.ofHours(1));
        recorder.record(EventNote.normal("c", WEB, "R1", "m"));
        recorder.record(EventNote.normal("c", WEB, "R2", "m"));
        Await.until("the first attempt", () -> attempts.get() == 1);
        recorder.close();
        Await.until("both are written", () -> written.equals(List.of("R1", "R2")));
    }

    @Test
    void anEventTheApiRefusesIsDroppedAndTheNextOneWritten() {
        try (EventRecorder recorder = recorder(event -> {
            if (event.getReason().equals("Bad"))
                throw new KubernetesClientException("no", 422, null);
            written.add(event.getReason());
        }, EventRecorder.QUEUED)) {
            recorder.record(EventNote.normal("c", WEB, "Bad", "m"));
            recorder.record(EventNote.normal("c", WEB, "Good", "m"));
            Await.until("the good event", () -> written.equals(List.of("Good")));
        }
    }

    @Test
    void recordingNeverWaitsWhenNothingCanBeWritten() {
        // Closing gives what waits two seconds, in which a busy machine may write nothing: then all is done again.
        boolean inTime;
        do {
            inTime = recordsAndClosesInTime();
        } while (!inTime);
    }

    private boolean recordsAndClosesInTime() {
        List<String> reasons = new CopyOnWriteArrayList<>();
        CountDownLatch release = new CountDownLatch(1);
        EventRecorder recorder = recorder(event -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new KubernetesClientException("interrupted");
            }
            reasons.add(event.getReason());
        }, 3);
        recorder.record(EventNote.normal("c", WEB, "R0", "m"));
        Await.until("the first is being written", () -> recorder.queued() == 0);
        for (int i = 1; i <= 5; i++) {
            recorder.record(EventNote.normal("c", WEB, "R" + i, "m"));
        }
        release.countDown();
        long began = System.nanoTime();
        recorder.close();
        if (System.nanoTime() - began >= Duration.ofSeconds(2).toNanos())
            return false;
        recorder.record(EventNote.normal("c", WEB, "late", "m"));
        assertThat(reasons).containsExactly("R0", "R1", "R2", "R3");
        return true;
    }

    @Test
    void whatHoldsComesLaterWhenTheQueueWasFullAndAgainAsTimePasses() {
        CountDownLatch release = new CountDownLatch(1);
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(20).toNanos());
        List<String> patched = new CopyOnWriteArrayList<>();
        EventSink sink = new EventSink() {
            @Override
            public void create(Event event) {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new KubernetesClientException("interrupted");
                }
                written.add(event.getReason());
            }

            @Override
            public void patch(String namespace, String name, JsonNode patch) {
                patched.add(patch.path("count").asText());
            }
        };
        try (EventRecorder recorder = new EventRecorder(sink, 1, InstantSource.system(), nanos::get,
                Duration.ofMillis(1))) {
            OngoingEvents ongoing = recorder.ongoing();
            ongoing.begin();
            recorder.record(EventNote.normal("c", WEB, "R0", "m"));
            Await.until("the first is being written", () -> recorder.queued() == 0);
            recorder.record(EventNote.normal("c", WEB, "R1", "m"));
            ongoing.hold("topic", WEB, "", List.of(EventNote.warning("c", WEB, "Bad", "m")), List.of());
            release.countDown();
            Await.until(() -> "all three but " + written, () -> written.equals(List.of("R0", "R1", "Bad"))
                    || written.equals(List.of("R0", "Bad", "R1")));
            nanos.addAndGet(Duration.ofSeconds(8).toNanos());
            Await.until(() -> "the second time but " + patched, () -> patched.equals(List.of("2")));
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            Await.until(() -> "the third time but " + patched, () -> patched.equals(List.of("2", "3")));
        }
    }

    @Test
    void thousandsOfWantedEventsAreFewWrittenOnesAndABoundedQueue() {
        EventRecorder recorder = recorder(event -> written.add(event.getReason()), EventRecorder.QUEUED);
        int objects = 40;
        int each = 500;
        int longest = 0;
        for (int i = 0; i < objects * each; i++) {
            ObjectRef about = new ObjectRef("v1", "Service", "default", "s" + i % objects, "uid-" + i % objects, "");
            recorder.record(EventNote.normal("c", about, "R" + i, "m"));
            longest = Math.max(longest, recorder.queued());
        }
        Await.until("the first event", () -> !written.isEmpty());
        recorder.close();
        assertThat(longest).isLessThanOrEqualTo(EventRecorder.QUEUED);
        assertThat(written).hasSizeBetween(1, objects * EventCorrelator.BURST);
    }

    private static EventRecorder recorder(Consumer<Event> create, int queued) {
        return new EventRecorder(new EventSink() {
            @Override
            public void create(Event event) {
                create.accept(event);
            }

            @Override
            public void patch(String namespace, String name, JsonNode patch) {
                throw new AssertionError("nothing is repeated here");
            }
        }, queued, InstantSource.system(), System::nanoTime, Duration.ofMillis(1));
    }
}

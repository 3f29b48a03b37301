package io.azureccm.e2e.suite.docs.walk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/** The calls of methods of some classes while something runs, in the order in which they began, as the JDK's flight recorder sees them. */
record MethodTrace(List<Call> calls, List<Moment> moments) {
    private static final String METHODS = "jdk.MethodTrace";
    private static final String MOMENTS = "azureccm.Moment";

    /** One call; {@code owner} is the binary name of the class. */
    record Call(Instant begin, Instant end, String owner, String method) {
        private static Call of(RecordedEvent event) {
            RecordedMethod method = event.getValue("method");
            return new Call(event.getStartTime(), event.getEndTime(), method.getType().getName(), method.getName());
        }

        /** Whether the other one was made during this one, on whatever thread. */
        boolean spans(Call other) {
            return !other.begin.isBefore(begin) && !other.end.isAfter(end);
        }
    }

    /** When virtual time was about to leave a moment; {@code passed}: since its start. */
    record Moment(Instant end, Duration passed) {}

    @Name(MOMENTS)
    private static final class MomentEvent extends Event {
        long passed;
    }

    MethodTrace {
        calls = List.copyOf(calls);
        moments = List.copyOf(moments);
    }

    /** The virtual time leaves a moment. */
    static void endOfMoment(Duration passed) {
        MomentEvent event = new MomentEvent();
        event.passed = passed.toNanos();
        event.commit();
    }

    static MethodTrace of(Collection<String> classes, Runnable work) {
        try (Recording recording = new Recording()) {
            recording.enable(METHODS).with("filter", String.join(";", classes)).withoutStackTrace();
            recording.enable(MOMENTS).withoutStackTrace();
            recording.start();
            work.run();
            recording.stop();
            return read(recording);
        }
    }

    private static MethodTrace read(Recording recording) {
        try {
            Path file = Files.createTempFile("walk", ".jfr");
            try {
                recording.dump(file);
                return read(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static MethodTrace read(Path file) throws IOException {
        List<Call> calls = new ArrayList<>();
        List<Moment> moments = new ArrayList<>();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEventType().getName().equals(METHODS))
                    calls.add(Call.of(event));
                else if (event.getEventType().getName().equals(MOMENTS))
                    moments.add(new Moment(event.getEndTime(), Duration.ofNanos(event.getLong("passed"))));
            }
        }
        calls.sort(Comparator.comparing(Call::begin).thenComparing(Call::end, Comparator.reverseOrder()));
        moments.sort(Comparator.comparing(Moment::end));
        return new MethodTrace(calls, moments);
    }

    /** The virtual time at which a call began. */
    Duration timeOf(Call call) {
        return moments.stream()
                .filter(moment -> !moment.end().isBefore(call.begin()))
                .findFirst()
                .map(Moment::passed)
                .orElseThrow(() -> new IllegalStateException(call + " after the last moment"));
    }
}

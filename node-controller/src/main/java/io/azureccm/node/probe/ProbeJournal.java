package io.azureccm.node.probe;

import io.azureccm.node.probe.ProxyHeader.Form;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in the log how the proxy is doing, since the agent has no port for metrics: each time the target goes away or comes back, and what
 * was served, a minute after the first connection and every hour from then on.
 */
final class ProbeJournal {
    private static final Logger log = LoggerFactory.getLogger(ProbeJournal.class);
    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration PERIOD = Duration.ofHours(1);

    private final int targetPort;
    private final LongSupplier nanoTime;
    private final SparseWarning broken;
    private final SparseWarning crowded;
    private final Map<Form, Long> connections = new EnumMap<>(Form.class);
    private final Map<Integer, Long> answers = new TreeMap<>();
    private final Map<Closed, Long> closed = new EnumMap<>(Closed.class);
    private Duration period = FIRST;
    private long periodBegan;
    private boolean away;
    private long awaySince;
    private long unanswered;

    /** Why the proxy closes a connection of its own accord. */
    enum Closed {
        BROKEN_HEADER("for a broken PROXY header"),
        TIME("for taking too long"),
        ROOM("to make room"),
        DEFECT(
                "for a defect of the proxy");

        private final String text;

        Closed(String text) {
            this.text = text;
        }
    }

    ProbeJournal(int targetPort, LongSupplier nanoTime) {
        this.targetPort = targetPort;
        this.nanoTime = nanoTime;
        this.broken = new SparseWarning(log, nanoTime);
        this.crowded = new SparseWarning(log, nanoTime);
    }

    synchronized void began(Form form) {
        if (connections.isEmpty() && closed.isEmpty())
            periodBegan = nanoTime.getAsLong();
        connections.merge(form, 1L, Long::sum);
    }

    void broken(String peer, BrokenHeader why) {
        count(Closed.BROKEN_HEADER);
        broken.log("A connection from " + peer + " is closed, its PROXY header is broken: " + why.getMessage());
    }

    void overdue() {
        count(Closed.TIME);
    }

    void crowded(int connections) {
        count(Closed.ROOM);
        crowded.log("More than " + connections + " connections at a time: those that take longest are closed");
    }

    void defect(String peer, RuntimeException defect) {
        count(Closed.DEFECT);
        log.error("A connection from {} is closed for a defect of the proxy", peer, defect);
    }

    private synchronized void count(Closed why) {
        if (connections.isEmpty() && closed.isEmpty())
            periodBegan = nanoTime.getAsLong();
        closed.merge(why, 1L, Long::sum);
    }

    synchronized long closed(Closed why) {
        return closed.getOrDefault(why, 0L);
    }

    synchronized void answered(int status) {
        answers.merge(status, 1L, Long::sum);
        if (away) {
            log.info("localhost:{} answers again, after {} s and {} requests without an answer", targetPort,
                    Duration.ofNanos(nanoTime.getAsLong() - awaySince).toSeconds(), unanswered);
            away = false;
        }
    }

    /** The target did not answer; clients get 502. */
    synchronized void unanswered(String why) {
        answers.merge(502, 1L, Long::sum);
        if (!away) {
            log.warn("localhost:{} does not answer health probes, which get 502 until it does: {}", targetPort, why);
            away = true;
            awaySince = nanoTime.getAsLong();
            unanswered = 0;
        }
        unanswered++;
    }

    /** Logs what was served when it is time to. */
    synchronized void summary() {
        boolean quiet = connections.isEmpty() && closed.isEmpty();
        if (quiet || nanoTime.getAsLong() - periodBegan < period.toNanos())
            return;
        log.info("Connections in the last {}: {} without a PROXY header, {} with version 1, {} with version 2. {}{}",
                period.equals(FIRST) ? "minute" : "hour", connections.getOrDefault(Form.NONE, 0L),
                connections.getOrDefault(Form.V1, 0L), connections.getOrDefault(Form.V2, 0L), answersText(),
                closedText());
        connections.clear();
        answers.clear();
        closed.clear();
        period = PERIOD;
    }

    private String answersText() {
        return answers.isEmpty()
                ? "No answers"
                : answers.entrySet()
                        .stream()
                        .map(each -> each.getValue() + " of " + each.getKey())
                        .collect(Collectors.joining(", ", "Answers: ", ""));
    }

    private String closedText() {
        return closed.entrySet()
                .stream()
                .map(each -> "; " + each.getValue() + " closed " + each.getKey().text)
                .collect(Collectors.joining());
    }
}

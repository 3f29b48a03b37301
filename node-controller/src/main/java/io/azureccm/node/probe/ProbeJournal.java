package io.azureccm.node.probe;

import io.azureccm.common.serve.port.ConnectionLimits;
import io.azureccm.common.serve.port.RateLimitedWarning;
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
 * Reports the state of the proxy in the log, since the agent has no port for metrics: when the target fails or
 * recovers, and what was served, one minute after the first connection and then every hour.
 */
final class ProbeJournal {
    private static final Logger log = LoggerFactory.getLogger(ProbeJournal.class);
    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration PERIOD = Duration.ofHours(1);

    private final int targetPort;
    private final LongSupplier nanoTime;
    private final RateLimitedWarning broken;
    private final RateLimitedWarning crowded;
    private final Map<Form, Long> connections = new EnumMap<>(Form.class);
    private final Map<Integer, Long> answers = new TreeMap<>();
    private final Map<Closed, Long> closed = new EnumMap<>(Closed.class);
    private Duration period = FIRST;
    private long periodBegan;
    private boolean away;
    private long awaySince;
    private long unanswered;

    /** Why the proxy itself closed a connection. */
    enum Closed {
        BROKEN_HEADER("for an invalid PROXY header"),
        TIME("for exceeding a time limit"),
        ROOM("to free a slot"),
        DEFECT(
                "after an internal error");

        private final String text;

        Closed(String text) {
            this.text = text;
        }
    }

    ProbeJournal(int targetPort, LongSupplier nanoTime) {
        this.targetPort = targetPort;
        this.nanoTime = nanoTime;
        this.broken = new RateLimitedWarning(log, nanoTime);
        this.crowded = new RateLimitedWarning(log, nanoTime);
    }

    synchronized void began(Form form) {
        if (connections.isEmpty() && closed.isEmpty())
            periodBegan = nanoTime.getAsLong();
        connections.merge(form, 1L, Long::sum);
    }

    void broken(String peer, MalformedHeader why) {
        count(Closed.BROKEN_HEADER);
        broken.log(
                "A connection from " + peer + " was closed because its PROXY header is invalid: " + why.getMessage());
    }

    void overdue() {
        count(Closed.TIME);
    }

    void crowded(ConnectionLimits connections) {
        count(Closed.ROOM);
        crowded.log(
                "More than " + connections.total() + " concurrent connections, or " + connections.perSource()
                        + " from one address: closing those whose current step takes longest");
    }

    void defect(String peer, RuntimeException defect) {
        count(Closed.DEFECT);
        log.error("A connection from {} was closed after an internal error of the proxy", peer, defect);
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
            log.info("localhost:{} answers again after {} s and {} unanswered requests", targetPort,
                    Duration.ofNanos(nanoTime.getAsLong() - awaySince).toSeconds(), unanswered);
            away = false;
        }
    }

    /** The target did not answer; the client gets 502. */
    synchronized void unanswered(String why) {
        answers.merge(502, 1L, Long::sum);
        if (!away) {
            log.warn("localhost:{} does not answer; health probes get 502 until it does: {}", targetPort, why);
            away = true;
            awaySince = nanoTime.getAsLong();
            unanswered = 0;
        }
        unanswered++;
    }

    /** Logs what was served, if a summary is due. */
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
                ? "No responses"
                : answers.entrySet()
                        .stream()
                        .map(each -> each.getValue() + " of " + each.getKey())
                        .collect(Collectors.joining(", ", "Responses: ", ""));
    }

    private String closedText() {
        return closed.entrySet()
                .stream()
                .map(each -> "; " + each.getValue() + " closed " + each.getKey().text)
                .collect(Collectors.joining());
    }
}

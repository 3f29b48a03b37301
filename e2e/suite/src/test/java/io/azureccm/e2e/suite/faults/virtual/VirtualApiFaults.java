package io.azureccm.e2e.suite.faults.virtual;

import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** What goes wrong between controllers in virtual time and the Kubernetes API, drawn at random. */
public final class VirtualApiFaults {
    /** Refused before anything happens, carried out and answered as if it had failed, or carried out late. */
    private enum Kind {
        REFUSED, LOST, SLOW
    }

    private record ApiFault(Kind kind, int code) {}

    private static final List<ApiFault> KINDS = List.of(new ApiFault(Kind.REFUSED, 500),
            new ApiFault(Kind.REFUSED, 429),
            new ApiFault(Kind.REFUSED, 409), new ApiFault(Kind.REFUSED, 403), new ApiFault(Kind.LOST, 500),
            new ApiFault(Kind.LOST, 504), new ApiFault(Kind.LOST, 0), new ApiFault(Kind.SLOW, 0));

    private final VirtualTime time;
    private final Random random;
    private final int scale;
    private final Tally tally;
    private final List<ApiFault> waiting = new ArrayList<>();
    private Duration lag = Duration.ZERO;

    /** {@code scale}: how many times as long as in a quick sequence everything takes. */
    public VirtualApiFaults(VirtualTime time, Random random, int scale, Tally tally) {
        this.scale = scale;
        this.time = time;
        this.random = random;
        this.tally = tally;
    }

    /** Sets a fault for the next requests, or for the watches; tells which. */
    public String add() {
        if (random.nextInt(4) == 0) {
            lag = Duration.ofMillis(random.nextInt(150 * scale));
            tally.count("faults of Kubernetes", "Watches late");
            return "watches are late by up to " + lag.toMillis() + " ms";
        }
        ApiFault fault = KINDS.get(random.nextInt(KINDS.size()));
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++)
            waiting.add(fault);
        return "the next " + times + " requests: " + fault;
    }

    public void clear() {
        waiting.clear();
        lag = Duration.ZERO;
    }

    /** How late a watch shows what has just changed. */
    public Duration lag() {
        return Duration
                .ofMillis(1 + random.nextInt(40) + (lag.isZero() ? 0 : random.nextInt((int) lag.toMillis() + 1)));
    }

    /** A request as a client makes it; an error response is thrown. */
    public <T> T request(Supplier<T> effect) {
        ApiFault fault = waiting.isEmpty() ? null : waiting.removeFirst();
        if (fault != null)
            tally.count("faults of Kubernetes", fault.kind() + " " + fault.code());
        wait(fault != null && fault.kind() == Kind.SLOW ? 150 * scale : 20);
        if (fault != null && fault.kind() == Kind.REFUSED)
            throw new KubernetesClientException("refused for a test", fault.code(), null);
        T answer = effect.get();
        wait(20);
        if (fault != null && fault.kind() == Kind.LOST)
            throw new KubernetesClientException("lost for a test", fault.code(), null);
        return answer;
    }

    /** Waits as a client does before it sends a request again. */
    public void pause() throws InterruptedException {
        time.sleep(Duration.ofMillis(100L + random.nextInt(100)));
    }

    private void wait(int millis) {
        try {
            time.sleep(Duration.ofMillis(1 + random.nextInt(millis)));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new KubernetesClientException("interrupted", stop);
        }
    }
}

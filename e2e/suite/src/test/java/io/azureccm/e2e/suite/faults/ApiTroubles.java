package io.azureccm.e2e.suite.faults;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What goes wrong between controllers in virtual time and the Kubernetes API, drawn at random. */
final class ApiTroubles {
    /** Refused before anything happens, carried out and answered as if it had failed, or carried out late. */
    private enum Kind {
        REFUSED, LOST, SLOW
    }

    private record Trouble(Kind kind, int code) {}

    private static final List<Trouble> KINDS = List.of(new Trouble(Kind.REFUSED, 500), new Trouble(Kind.REFUSED, 429),
            new Trouble(Kind.REFUSED, 409), new Trouble(Kind.REFUSED, 403), new Trouble(Kind.LOST, 500),
            new Trouble(Kind.LOST, 504), new Trouble(Kind.LOST, 0), new Trouble(Kind.SLOW, 0));

    private final VirtualTime time;
    private final Random random;
    private final int scale;
    private final Tally tally;
    private final List<Trouble> waiting = new ArrayList<>();
    private Duration lag = Duration.ZERO;

    /** {@code scale}: how many times as long as in a quick sequence everything takes. */
    ApiTroubles(VirtualTime time, Random random, int scale, Tally tally) {
        this.scale = scale;
        this.time = time;
        this.random = random;
        this.tally = tally;
    }

    /** Makes trouble for the next writes, or for the watches; tells which. */
    String add() {
        if (random.nextInt(4) == 0) {
            lag = Duration.ofMillis(random.nextInt(150 * scale));
            tally.count("faults of Kubernetes", "Watches late");
            return "watches are late by up to " + lag.toMillis() + " ms";
        }
        Trouble trouble = KINDS.get(random.nextInt(KINDS.size()));
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++)
            waiting.add(trouble);
        return "the next " + times + " writes: " + trouble;
    }

    void clear() {
        waiting.clear();
        lag = Duration.ZERO;
    }

    /** How late a watch shows what has just changed. */
    Duration lag() {
        return Duration
                .ofMillis(1 + random.nextInt(40) + (lag.isZero() ? 0 : random.nextInt((int) lag.toMillis() + 1)));
    }

    /** A write as a client makes it. */
    void write(Runnable effect) {
        Trouble trouble = waiting.isEmpty() ? null : waiting.removeFirst();
        if (trouble != null)
            tally.count("faults of Kubernetes", trouble.kind() + " " + trouble.code());
        wait(trouble != null && trouble.kind() == Kind.SLOW ? 150 * scale : 20);
        if (trouble != null && trouble.kind() == Kind.REFUSED)
            throw new KubernetesClientException("refused for a test", trouble.code(), null);
        effect.run();
        wait(20);
        if (trouble != null && trouble.kind() == Kind.LOST)
            throw new KubernetesClientException("lost for a test", trouble.code(), null);
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

package io.azureccm.e2e.playground.drain;

import io.azureccm.e2e.azure.flows.NewFlows;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * New flows of fixed duration to a load balancer at a steady rate, as seen by one node: how many reached it, how many
 * of those while nothing on it responded, and how many were interrupted because the node left the pool. For one thread.
 */
public final class Traffic {
    private static final Duration STEP = Duration.ofMillis(50);

    /** The load balancer by ID, its port, the address of the node, flows per second, and the duration of each. */
    public record Target(String loadBalancer, int port, String address, int perSecond, Duration flow) {}

    /** The result of the flows. {@code last}: when the last new one reached the node, after the start. */
    public record Result(long met, long lost, long cut, Duration last) {}

    private record Open(long ends) {}

    private final NewFlows flows;
    private final Target target;
    private final Deque<Open> open = new ArrayDeque<>();
    private long number;
    private long met;
    private long lost;
    private long cut;
    private Duration last = Duration.ZERO;

    public Traffic(NewFlows flows, Target target) {
        this.flows = flows;
        this.target = target;
    }

    /** Flows that started before the measurement; they count only if they are interrupted. */
    public void before(Duration time) throws InterruptedException {
        run(time, Duration.ofDays(1));
        met = 0;
        lost = 0;
        cut = 0;
    }

    /** Runs for this time; {@code dead}: from when on, after the start, nothing on the node responds. */
    public Result run(Duration time, Duration dead) throws InterruptedException {
        long start = System.nanoTime();
        long begun = 0;
        for (Duration now = Duration.ZERO; now.compareTo(time) < 0; now = since(start)) {
            long due = now.toMillis() * target.perSecond() / 1000;
            for (; begun < due; begun++)
                begin(now, now.compareTo(dead) >= 0);
            end();
            Thread.sleep(STEP);
        }
        return new Result(met, lost, cut, last);
    }

    private void begin(Duration now, boolean isDead) {
        Optional<String> address = flows.open(target.loadBalancer(), target.port(), number++);
        if (address.filter(target.address()::equals).isEmpty())
            return;
        met++;
        last = now;
        if (isDead)
            lost++;
        else
            open.add(new Open(System.nanoTime() + target.flow().toNanos()));
    }

    private void end() {
        long now = System.nanoTime();
        while (!open.isEmpty() && open.peek().ends() <= now)
            open.remove();
        if (!open.isEmpty() && !flows.goesOn(target.loadBalancer(), target.port(), target.address())) {
            cut += open.size();
            open.clear();
        }
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}

package io.azureccm.e2e.playground.drain;

import io.azureccm.e2e.azure.flows.NewFlows;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * New flows to a load balancer at a steady pace, each of which lasts for a time, as one node meets them: how many of them came to it, how
 * many of those while nobody on it answered, and how many were cut off because it left the pool. For one thread.
 */
public final class Traffic {
    private static final Duration STEP = Duration.ofMillis(50);

    /** The load balancer by id, its port, the address of the node, flows a second, and how long each lasts. */
    public record Target(String loadBalancer, int port, String address, int perSecond, Duration flow) {}

    /** What became of the flows. {@code last}: when the last new one came to the node, after the start. */
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

    /** Flows that began before what is measured: they count only if they are cut off. */
    public void before(Duration time) throws InterruptedException {
        run(time, Duration.ofDays(1));
        met = 0;
        lost = 0;
        cut = 0;
    }

    /** Goes on for so long; {@code dead}: from when on, after the start, nobody on the node answers. */
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

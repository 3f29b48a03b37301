package io.azureccm.e2e.suite.faults.virtual;

import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Waits in virtual time for what is open to come true. */
public final class VirtualQuiet {
    private final VirtualEnvironment environment;
    private final Pace pace;
    private final Findings findings;

    public VirtualQuiet(VirtualEnvironment environment, Pace pace, Findings findings) {
        this.environment = environment;
        this.pace = pace;
        this.findings = findings;
    }

    /** Until nothing is open and two comparisons of everything have found nothing to write. */
    public void await(Supplier<List<String>> open) throws InterruptedException {
        Instant end = environment.time().now().plus(pace.bound());
        String written = "";
        Instant since = environment.time().now();
        while (true) {
            List<String> left = left(open);
            boolean still = left.isEmpty() && environment.isIdle() && written.equals(environment.written());
            if (still && Duration.between(since, environment.time().now()).compareTo(pace.still()) >= 0)
                return;
            if (!still) {
                since = environment.time().now();
                written = environment.written();
            }
            if (environment.time().now().isAfter(end))
                throw new Violation("not settled within " + pace.bound() + ": " + written + ":\n  "
                        + String.join("\n  ", left));
            environment.time().sleep(still ? pace.still() : step());
        }
    }

    /** Until nothing is open, at the latest after this time; how long it took. */
    public Duration reach(String what, Duration limit, Supplier<List<String>> open) throws InterruptedException {
        Instant begin = environment.time().now();
        while (true) {
            List<String> left = left(open);
            Duration passed = Duration.between(begin, environment.time().now());
            if (left.isEmpty())
                return passed;
            if (passed.compareTo(limit) > 0)
                throw new Violation(what + " within " + limit + ":\n  " + String.join("\n  ", left));
            environment.time().sleep(step());
        }
    }

    private List<String> left(Supplier<List<String>> open) {
        if (!findings.all().isEmpty())
            throw new Violation("while it was awaited:\n  " + String.join("\n  ", findings.all()));
        return open.get();
    }

    private Duration step() {
        return Duration.ofMillis(40L * pace.scale());
    }
}

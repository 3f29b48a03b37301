package io.azureccm.node.probe;

import java.time.Duration;

/** A separate proxy for a test, on any port. */
record RunningProxy(ProbeProxy proxy) implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(5);

    /** Limits that nobody meets, however slow the machine is. */
    static final ProbeLimits PATIENT = new ProbeLimits(LONG, LONG, LONG, LONG, Duration.ofMinutes(1),
            ProbeLimits.DEFAULT.connections());

    RunningProxy {
        proxy.start();
    }

    RunningProxy(int targetPort) {
        this(targetPort, PATIENT);
    }

    RunningProxy(int targetPort, ProbeLimits limits) {
        this(new ProbeProxy(true, 0, targetPort, limits));
    }

    int port() throws InterruptedException {
        return port(proxy);
    }

    /** Waits until it listens. */
    static int port(ProbeProxy proxy) throws InterruptedException {
        while (proxy.port().isEmpty())
            Thread.sleep(5);
        return proxy.port().get();
    }

    @Override
    public void close() {
        if (proxy.isRunning())
            proxy.stop();
    }
}

package io.azureccm.node.probe;

/** A separate proxy for a test, on any port. */
record RunningProxy(ProbeProxy proxy) implements AutoCloseable {
    RunningProxy {
        proxy.start();
    }

    RunningProxy(int targetPort) {
        this(targetPort, ProbeLimits.DEFAULT);
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

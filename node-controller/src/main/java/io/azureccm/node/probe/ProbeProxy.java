package io.azureccm.node.probe;

import io.azureccm.common.boot.settings.ProbeProxySettings;
import io.azureccm.common.serve.port.ConnectionLimits.Decision;
import io.azureccm.common.serve.port.RateLimitedWarning;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Proxy in front of kube-proxy's health port for health probes that arrive through a private link service with PROXY
 * protocol. It strips the PROXY header, if there is one, and forwards the requests. It listens on all addresses of the
 * node. If the port is in use, it retries and nothing else is affected.
 */
public final class ProbeProxy implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(ProbeProxy.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(1);
    private static final Duration TICK = Duration.ofMillis(250);
    private static final int BACKLOG = 128;
    /** Starts before and stops after the agent itself, because a node without the proxy looks unhealthy. */
    private static final int PHASE = 0;

    private final boolean enabled;
    private final int port;
    private final int targetPort;
    private final ProbeLimits limits;
    private final ProbeJournal journal;
    private final ProbeExchange exchange;
    private final RateLimitedWarning inUse = new RateLimitedWarning(log, System::nanoTime);
    private final Set<ProbeConnection> open = ConcurrentHashMap.newKeySet();
    private final Semaphore room;
    private volatile boolean running;
    private volatile Optional<ServerSocket> listening = Optional.empty();
    private Thread listener;

    public ProbeProxy(ProbeProxySettings settings) {
        this(settings.enabled(), settings.port(), settings.targetPort(), ProbeLimits.DEFAULT);
    }

    ProbeProxy(boolean enabled, int port, int targetPort, ProbeLimits limits) {
        this.enabled = enabled;
        this.port = port;
        this.targetPort = targetPort;
        this.limits = limits;
        this.journal = new ProbeJournal(targetPort, System::nanoTime);
        this.exchange = new ProbeExchange(new ProbeTarget(targetPort, limits.answer()), journal);
        this.room = new Semaphore(limits.connections().total());
    }

    @Override
    public boolean isAutoStartup() {
        return enabled;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void start() {
        running = true;
        listener = Thread.ofVirtual().name("probe-proxy").start(this::listen);
        Thread.ofVirtual().name("probe-proxy-limits").start(this::watch);
    }

    /** Accepts no new connections and waits briefly for open requests. */
    @Override
    public void stop() {
        running = false;
        listening.ifPresent(ProbeProxy::close);
        listener.interrupt();
        open.stream().filter(ProbeConnection::isIdle).forEach(ProbeConnection::end);
        try {
            // The port is free once no thread accepts connections any more.
            listener.join(limits.stop());
            if (!room.tryAcquire(limits.connections().total(), limits.stop().toMillis(), TimeUnit.MILLISECONDS)) {
                open.forEach(ProbeConnection::end);
            } else {
                room.release(limits.connections().total());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** The listening port; empty while it does not listen. */
    Optional<Integer> port() {
        return listening.filter(socket -> !socket.isClosed()).map(ServerSocket::getLocalPort);
    }

    ProbeJournal journal() {
        return journal;
    }

    private void listen() {
        Duration pause = FIRST_PAUSE;
        while (running) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(port), BACKLOG);
                listening = Optional.of(socket);
                if (!running)
                    return;
                log.info("Health probes on port {} are forwarded to localhost:{}, with and without a PROXY header",
                        socket.getLocalPort(), targetPort);
                accept(socket);
            } catch (IOException taken) {
                if (!running)
                    return;
                inUse.log("Cannot listen for health probes on port " + port + " (" + taken.getMessage()
                        + "); retrying until the port is free. While a pod is replaced, the old pod still listens there; otherwise"
                        + " stop the program that uses the port, or set azureccm.probe-proxy.port");
            }
            if (running)
                sleep(pause);
            pause = pause.multipliedBy(2).compareTo(MAX_PAUSE) < 0 ? pause.multipliedBy(2) : MAX_PAUSE;
        }
    }

    private void accept(ServerSocket socket) {
        RateLimitedWarning failures = new RateLimitedWarning(log, System::nanoTime);
        while (running) {
            try {
                take(socket.accept());
            } catch (IOException failed) {
                if (socket.isClosed())
                    return;
                failures.log("Cannot accept a connection to port " + port + ": " + failed.getMessage());
                sleep(TICK);
            }
        }
    }

    /**
     * Serves the connection. If all slots are taken, or all that its client may have, it closes the connection whose current
     * step takes longest, since a probe takes only moments.
     */
    private void take(Socket socket) throws IOException {
        Decision<ProbeConnection> decision = limits.connections()
                .decide(open.stream().filter(ProbeConnection::isOpen).toList(), socket.getInetAddress(),
                        System.nanoTime());
        if (!decision.accepted() || decision.closed().isPresent())
            journal.crowded(limits.connections());
        decision.closed().ifPresent(ProbeConnection::end);
        if (!decision.accepted()) {
            socket.close();
            return;
        }
        try {
            room.acquire();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            socket.close();
            return;
        }
        if (!running) {
            room.release();
            socket.close();
            return;
        }
        ProbeConnection connection = new ProbeConnection(socket, limits, exchange, journal, () -> !running);
        open.add(connection);
        Thread.ofVirtual().name("probe").start(() -> {
            try {
                connection.run();
            } finally {
                open.remove(connection);
                room.release();
            }
        });
    }

    private void watch() {
        Duration tick = limits.header().dividedBy(4).compareTo(TICK) < 0 ? limits.header().dividedBy(4) : TICK;
        while (running || !open.isEmpty()) {
            long now = System.nanoTime();
            open.forEach(connection -> connection.endIfOverdue(now));
            journal.summary();
            sleep(tick);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            log.debug("Closing the port failed", gone);
        }
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}

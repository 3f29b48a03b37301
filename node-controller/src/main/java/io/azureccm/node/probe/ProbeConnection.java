package io.azureccm.node.probe;

import io.azureccm.common.net.IpAddress;
import io.azureccm.common.serve.port.ConnectionLimits;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One client connection from its first to its last byte, with its requests in sequence. */
final class ProbeConnection implements Runnable, ConnectionLimits.Open {
    private static final Duration LINGER = Duration.ofSeconds(1);

    private final Socket socket;
    private final String peer;
    private final ProbeLimits limits;
    private final ProbeExchange exchange;
    private final ProbeJournal journal;
    private final BooleanSupplier stopping;
    private volatile long since;
    private volatile long deadline;
    private volatile boolean idle;
    private volatile boolean answered;
    private volatile Optional<Socket> target = Optional.empty();

    ProbeConnection(Socket socket, ProbeLimits limits, ProbeExchange exchange, ProbeJournal journal,
            BooleanSupplier stopping) {
        this.socket = socket;
        this.peer = text(socket.getInetAddress());
        this.limits = limits;
        this.exchange = exchange;
        this.journal = journal;
        this.stopping = stopping;
        begin(limits.header());
    }

    private static String text(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return IpAddress.canonical(zone < 0 ? text : text.substring(0, zone));
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            serve(new PeekableInput(socket.getInputStream()), new BufferedOutputStream(socket.getOutputStream(), 2048));
        } catch (MalformedHeader broken) {
            journal.broken(peer, broken);
        } catch (IOException ended) {
            // The peer or the proxy has closed the connection; there is nobody to answer.
        } catch (RuntimeException defect) {
            journal.defect(peer, defect);
        }
    }

    private void serve(PeekableInput in, OutputStream out) throws IOException {
        if (in.peek(0) < 0)
            return;
        ProxyHeader header = ProxyHeaderReader.read(in, peer);
        journal.began(header.form());
        ProbeExchange.Client client = new ProbeExchange.Client(in, out, header.source(),
                this::asks);
        for (boolean more = in.peek(0) >= 0; more; more = more && awaitNext(in)) {
            begin(limits.header());
            try {
                MessageHead request = MessageHead.request(in);
                begin(limits.exchange());
                more = exchange.relay(request, client, stopping.getAsBoolean());
            } catch (BadMessage bad) {
                ProbeExchange.answer(bad.status(), "the probe proxy rejects this request: " + bad.getMessage(),
                        out, false);
                more = false;
            }
        }
        discard(in);
    }

    private boolean awaitNext(PeekableInput in) throws IOException {
        begin(limits.idle());
        idle = true;
        boolean more = !stopping.getAsBoolean() && in.peek(0) >= 0;
        idle = false;
        return more;
    }

    private void begin(Duration allowed) {
        since = System.nanoTime();
        deadline = since + allowed.toNanos();
    }

    private void asks(Socket opened) {
        target = Optional.of(opened);
    }

    /** Unread input would make the operating system reset the connection before the response arrives. */
    private void discard(PeekableInput in) throws IOException {
        begin(LINGER);
        answered = true;
        socket.shutdownOutput();
        in.copyAll(OutputStream.nullOutputStream());
    }

    @Override
    public InetAddress source() {
        return socket.getInetAddress();
    }

    /** A request under way is worth more than the wait for one. */
    @Override
    public int rank() {
        return target.isPresent() && !idle ? 1 : 0;
    }

    @Override
    public long since() {
        return since;
    }

    boolean isOpen() {
        return !socket.isClosed();
    }

    boolean isIdle() {
        return idle;
    }

    /** Closes it if its current step takes too long. */
    void endIfOverdue(long now) {
        if (now - deadline <= 0)
            return;
        if (!answered && isOpen())
            journal.overdue();
        end();
    }

    /** Closes it and its connection to the target, whatever it is doing. */
    void end() {
        target.ifPresent(ProbeConnection::close);
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // Already closed.
        }
    }
}

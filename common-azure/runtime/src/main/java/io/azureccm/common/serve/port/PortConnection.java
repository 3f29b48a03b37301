package io.azureccm.common.serve.port;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** A connection of the port: when it was accepted, and which requests it has sent. */
final class PortConnection implements ConnectionLimits.Open {
    private static final int WAITS_FOR_FIRST = 0;
    private static final int WAITS_FOR_NEXT = 1;
    private static final int SERVES = 2;

    private final SocketChannel channel;
    private final InetAddress source;
    private int serving;
    private boolean served;
    private boolean ended;
    private long since;

    PortConnection(SocketChannel channel, InetAddress source, long now) {
        this.channel = channel;
        this.source = source;
        this.since = now;
    }

    /** The head of a request is complete. With HTTP/2, a connection has several requests at a time. */
    synchronized void began(long now) {
        serving++;
        served = true;
        since = now;
    }

    synchronized void answered(long now) {
        serving--;
        since = now;
    }

    @Override
    public InetAddress source() {
        return source;
    }

    @Override
    public synchronized int rank() {
        return serving > 0 ? SERVES : served ? WAITS_FOR_NEXT : WAITS_FOR_FIRST;
    }

    @Override
    public synchronized long since() {
        return since;
    }

    synchronized boolean isOpen() {
        return !ended && channel.isOpen();
    }

    /** Whether it has waited longer than allowed for its first request, or for its next one. */
    synchronized boolean isOverdue(long now, Duration first, Duration next) {
        return serving == 0 && now - since > (served ? next : first).toNanos();
    }

    /**
     * Ends it unless a request is being served; returns whether it did. The server finds the end of the input, as if the client
     * had closed the connection, and releases what it holds.
     */
    synchronized boolean end() {
        if (serving > 0)
            return false;
        ended = true;
        try {
            channel.shutdownInput();
        } catch (IOException gone) {
            // Already closed.
        }
        return true;
    }
}

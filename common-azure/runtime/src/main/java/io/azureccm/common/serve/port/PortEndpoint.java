package io.azureccm.common.serve.port;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.apache.tomcat.util.net.NioEndpoint;

/**
 * Accepts connections at any time. Tomcat's own limit makes new connections wait for those that exist, so that a few silent
 * ones keep everybody out, health probes included; here one that waits is closed for a new one.
 */
final class PortEndpoint extends NioEndpoint {
    private static final Duration TICK = Duration.ofMillis(500);
    private static final int UNLIMITED = -1;

    private final PortConnections guarded = new PortConnections(System::nanoTime);
    private volatile Thread watch = Thread.ofVirtual().unstarted(this::watch);

    PortConnections guarded() {
        return guarded;
    }

    @Override
    public void setMaxConnections(int max) {
        guarded.limit(max < 0 ? Integer.MAX_VALUE : max);
        super.setMaxConnections(UNLIMITED);
    }

    @Override
    protected boolean setSocketOptions(SocketChannel socket) {
        if (guarded.admit(socket))
            return super.setSocketOptions(socket);
        destroySocket(socket);
        return false;
    }

    @Override
    public void startInternal() throws Exception {
        super.startInternal();
        watch = Thread.ofVirtual().name("port-limits").start(this::watch);
    }

    @Override
    public void stopInternal() {
        watch.interrupt();
        super.stopInternal();
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(TICK);
                guarded.endOverdue();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

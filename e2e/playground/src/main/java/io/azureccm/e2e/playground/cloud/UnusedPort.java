package io.azureccm.e2e.playground.cloud;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port that nobody listens at, and that nobody is given who asks the operating system for any port. */
public final class UnusedPort {
    /** Below the ports that an operating system gives to whoever asks for any. */
    private static final int FIRST = 20_000;
    private static final int LAST = 30_000;

    private UnusedPort() {}

    public static int find() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // Another one, then.
            }
        }
    }
}

package io.azureccm.e2e.playground.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Sends health probes at a steady rate, each on a new connection like Azure does, without waiting for earlier
 * responses.
 */
final class Probes {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final byte[] REQUEST = ("GET /healthz HTTP/1.1\r\nHost: 10.0.0.4:10356\r\n"
            + "User-Agent: Load Balancer Agent\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);

    /** Times from when each probe was due to the end of its response, sorted, without failed probes. */
    record Times(long[] nanos, int failed) {
        Times {
            nanos = nanos.clone();
            Arrays.sort(nanos);
        }

        double milliseconds(double share) {
            return nanos.length == 0
                    ? Double.NaN
                    : nanos[(int) Math.min(nanos.length - 1L, Math.round(nanos.length * share))] / 1e6;
        }
    }

    private Probes() {}

    /** Uses the headers in turn and returns the times per header. */
    static List<Times> send(int port, int perSecond, Duration length, List<byte[]> headers)
            throws InterruptedException {
        int count = Math.toIntExact(perSecond * length.toSeconds());
        long[] took = new long[count];
        AtomicInteger open = new AtomicInteger(count);
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            int probe = i;
            long due = begin + i * (1_000_000_000L / perSecond);
            while (System.nanoTime() < due)
                LockSupport.parkNanos(due - System.nanoTime());
            Thread.ofVirtual().start(() -> {
                took[probe] = isAnswered(port, headers.get(probe % headers.size())) ? System.nanoTime() - due : -1;
                open.decrementAndGet();
            });
        }
        while (open.get() > 0)
            Thread.sleep(10);
        return IntStream.range(0, headers.size())
                .mapToObj(each -> times(took, each, headers.size()))
                .toList();
    }

    private static Times times(long[] took, int first, int step) {
        long[] all = IntStream.range(0, took.length)
                .filter(i -> i % step == first)
                .mapToLong(i -> took[i])
                .toArray();
        long[] good = Arrays.stream(all).filter(nanos -> nanos >= 0).toArray();
        return new Times(good, all.length - good.length);
    }

    /** Whether the response is 200. */
    static boolean isAnswered(int port, byte[] header) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port),
                    Math.toIntExact(TIMEOUT.toMillis()));
            socket.setSoTimeout(Math.toIntExact(TIMEOUT.toMillis()));
            byte[] all = Arrays.copyOf(header, header.length + REQUEST.length);
            System.arraycopy(REQUEST, 0, all, header.length, REQUEST.length);
            socket.getOutputStream().write(all);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1)
                    .startsWith("HTTP/1.1 200 ");
        } catch (IOException failed) {
            return false;
        }
    }
}

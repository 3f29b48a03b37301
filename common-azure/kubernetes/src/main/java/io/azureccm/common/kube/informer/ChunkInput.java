package io.azureccm.common.kube.informer;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;

/** A {@link ChunkStream} as an input stream, so that a long list is parsed as it arrives and never held as a whole. */
final class ChunkInput extends InputStream {
    private final ChunkStream chunks;
    private final long deadline;
    private byte[] chunk = new byte[0];
    private int at;

    /** Reading fails if the end has not arrived within {@code timeout} from now. */
    ChunkInput(ChunkStream chunks, Duration timeout) {
        this.chunks = chunks;
        this.deadline = System.nanoTime() + timeout.toNanos();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0)
            return 0;
        while (at == chunk.length) {
            if (chunk == ChunkStream.END)
                return -1;
            chunk = next();
            at = 0;
        }
        int count = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, into, offset, count);
        at += count;
        return count;
    }

    private byte[] next() throws IOException {
        try {
            Optional<byte[]> next = chunks.next(Duration.ofNanos(deadline - System.nanoTime()));
            if (next.isEmpty())
                throw new IOException("the response did not end in time");
            return next.get();
        } catch (InformerException e) {
            throw new IOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}

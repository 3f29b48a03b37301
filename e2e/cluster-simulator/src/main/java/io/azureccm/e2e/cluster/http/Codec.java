package io.azureccm.e2e.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;

/**
 * Netty's codecs between messages and bytes, without its event loops: whoever has the connection reads and writes the
 * bytes, on a thread that may block.
 */
public final class Codec {
    static {
        // Netty would otherwise use features that the JVM warns about on the console; performance does not matter here.
        System.setProperty("io.netty.noUnsafe", "true");
    }

    private final EmbeddedChannel channel;
    private final Bytes out;

    /** Takes bytes. */
    public interface Bytes {
        void accept(byte[] bytes) throws IOException;
    }

    /** Takes messages. */
    public interface Messages {
        /** False if no more are wanted. */
        boolean accept(Object message) throws IOException, InterruptedException;
    }

    /** {@code out} receives what is to be sent. */
    public Codec(Bytes out, ChannelHandler... handlers) {
        this.out = out;
        this.channel = new EmbeddedChannel(handlers);
        // On the heap, so that nothing has to be released.
        channel.config().setAllocator(new UnpooledByteBufAllocator(false, true));
    }

    /** Passes on the messages in the input until it ends or no more are wanted. */
    public void receive(InputStream in, Messages messages) throws IOException, InterruptedException {
        byte[] buffer = new byte[16 * 1024];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            for (Object message : received(Arrays.copyOf(buffer, read))) {
                if (!messages.accept(message))
                    return;
            }
        }
    }

    /** The messages that end with these bytes, which may begin or end anywhere. */
    public synchronized List<Object> received(byte[] bytes) throws IOException {
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        List<Object> messages = new ArrayList<>();
        for (Object message = channel.readInbound(); message != null; message = channel.readInbound())
            messages.add(message);
        flush();
        return messages;
    }

    public synchronized void send(Object message) throws IOException {
        channel.writeOutbound(message);
        flush();
    }

    private void flush() throws IOException {
        List<ByteBuf> parts = new ArrayList<>();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound())
            parts.add(part);
        byte[] bytes = ByteBufUtil.getBytes(Unpooled.wrappedBuffer(parts.toArray(ByteBuf[]::new)));
        if (bytes.length > 0)
            out.accept(bytes);
    }
}

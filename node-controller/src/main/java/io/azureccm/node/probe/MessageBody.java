package io.azureccm.node.probe;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The body of a message, copied byte for byte to its end. */
interface MessageBody {
    /** No body. */
    MessageBody NONE = (in, out) -> {};

    /** Everything until the connection ends. */
    MessageBody UNTIL_THE_END = PeekableInput::copyAll;

    /** Chunks with their lengths, and trailers. */
    MessageBody CHUNKED = MessageBody::chunks;

    /** The line before a chunk. */
    Pattern CHUNK = Pattern.compile("([0-9a-fA-F]{1,15})[ \\t]*(;.*)?");

    /** Copies the body; fails if the connection ends before the body does. */
    void relay(PeekableInput in, OutputStream out) throws IOException;

    static MessageBody ofLength(long bytes) {
        return bytes == 0 ? NONE : (in, out) -> in.copy(bytes, out);
    }

    private static void chunks(PeekableInput in, OutputStream out) throws IOException {
        for (long bytes = -1; bytes != 0;) {
            String line = line(in, out);
            Matcher chunk = CHUNK.matcher(line);
            if (!chunk.matches())
                throw new BadMessage(400, "a chunk of its body has no length");
            bytes = Long.parseLong(chunk.group(1), 16);
            in.copy(bytes, out);
            if (bytes > 0 && !line(in, out).isEmpty())
                throw new BadMessage(400, "a chunk of its body is longer than its declared length");
        }
        int left = MessageHead.MAX_LENGTH;
        for (String line = line(in, out); !line.isEmpty(); line = line(in, out)) {
            left -= line.length();
            if (left < 0)
                throw new BadMessage(400, "its trailers are longer than " + MessageHead.MAX_LENGTH + " bytes");
        }
    }

    private static String line(PeekableInput in, OutputStream out) throws IOException {
        out.flush();
        Optional<String> line = in.line(1024);
        if (line.isEmpty())
            throw new BadMessage(400, "a line of its body is too long or incomplete");
        out.write(PeekableInput.bytes(line.get() + "\r\n"));
        return line.get();
    }
}

package io.azureccm.credential.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads HTTP/1.1 responses from a socket, each within its deadline and up to 10 MiB. */
final class ResponseReader {
    private static final int MAX_HEAD_BYTES = 64 * 1024;
    private static final int MAX_BODY_BYTES = 10 * 1024 * 1024;

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[8192];
    private int from;
    private int to;
    private Deadline limit;
    private int headLeft;
    private boolean reusable;

    ResponseReader(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    /** Whether the connection can be reused after the last response. */
    boolean reusable() {
        return reusable;
    }

    /** @throws EOFException if the connection ends before the response starts */
    HttpResponse read(Deadline within) throws IOException {
        reusable = false;
        HttpResponse head = readHead(within);
        while (head.status() >= 100 && head.status() < 200)
            head = new HttpResponse(status(), headers(), new byte[0]);
        byte[] body = body(head);
        if ("close".equalsIgnoreCase(head.header("Connection")))
            reusable = false;
        return new HttpResponse(head.status(), head.headers(), body);
    }

    /** Reads only the head, for example of the response to CONNECT, which the tunneled connection follows. */
    HttpResponse readHead(Deadline within) throws IOException {
        limit = within;
        headLeft = MAX_HEAD_BYTES;
        return new HttpResponse(status(), headers(), new byte[0]);
    }

    /** Whether bytes were read that belong to no response yet. */
    boolean hasMore() {
        return from < to;
    }

    private int status() throws IOException {
        String line = line();
        if (!line.startsWith("HTTP/1.") || line.length() < 12 || line.charAt(8) != ' ')
            throw new ProtocolException("the answer does not start with HTTP/1.1");
        String status = line.substring(9, 12);
        if (!status.matches("[0-9]{3}"))
            throw new ProtocolException("the answer has no status");
        return Integer.parseInt(status);
    }

    private List<String[]> headers() throws IOException {
        List<String[]> headers = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            boolean folded = line.charAt(0) == ' ' || line.charAt(0) == '\t';
            if (folded && !headers.isEmpty())
                headers.getLast()[1] += " " + line.trim();
            else if (colon > 0)
                headers.add(new String[]{line.substring(0, colon).trim(), line.substring(colon + 1).trim()});
            else
                throw new ProtocolException("a header of the answer has no name");
        }
        return headers;
    }

    private byte[] body(HttpResponse head) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String length = head.header("Content-Length");
        String encoding = head.header("Transfer-Encoding");
        if (head.status() == 204 || head.status() == 304) {
            reusable = true;
        } else if (!encoding.isEmpty()) {
            if (!encoding.equalsIgnoreCase("chunked"))
                throw new ProtocolException("the answer has an unknown transfer encoding");
            chunks(body);
            reusable = true;
        } else if (!length.isEmpty()) {
            copy(number(length, 10), body);
            reusable = true;
        } else {
            while (fill())
                take(to - from, body);
        }
        return body.toByteArray();
    }

    private void chunks(ByteArrayOutputStream body) throws IOException {
        while (true) {
            headLeft = MAX_HEAD_BYTES;
            String size = line();
            int end = size.indexOf(';');
            long length = number((end < 0 ? size : size.substring(0, end)).trim(), 16);
            if (length == 0)
                break;
            copy(length, body);
            if (!line().isEmpty())
                throw new ProtocolException("a part of the answer is longer than its declared length");
        }
        while (!line().isEmpty())
            headLeft--;
    }

    private static long number(String text, int radix) throws ProtocolException {
        if (!text.matches(radix == 16 ? "[0-9a-fA-F]{1,15}" : "[0-9]{1,15}"))
            throw new ProtocolException("the answer has no valid length");
        return Long.parseLong(text, radix);
    }

    private void copy(long length, ByteArrayOutputStream body) throws IOException {
        long left = length;
        while (left > 0) {
            if (!fill())
                throw new EOFException("the answer is incomplete");
            int part = (int) Math.min(left, to - from);
            take(part, body);
            left -= part;
        }
    }

    private void take(int length, ByteArrayOutputStream body) throws ProtocolException {
        if (body.size() + length > MAX_BODY_BYTES)
            throw new ProtocolException("the answer is longer than 10 MiB");
        body.write(buffer, from, length);
        from += length;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            if (!fill())
                throw new EOFException("the connection was closed without an answer");
            byte b = buffer[from++];
            if (b == '\n')
                break;
            if (--headLeft < 0)
                throw new ProtocolException("the head of the answer is longer than 64 KiB");
            line.write(b);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /** Whether there is another byte to read; false at the end. */
    private boolean fill() throws IOException {
        if (from < to)
            return true;
        socket.setSoTimeout(limit.millis());
        int read = in.read(buffer);
        from = 0;
        to = Math.max(read, 0);
        return read > 0;
    }
}

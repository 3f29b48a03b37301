package io.azureccm.node.probe;

import io.azureccm.node.probe.MessageHead.Field;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Forwards one request to the target, on a new connection, and the response back, like a reverse proxy. */
record ProbeExchange(ProbeTarget target, ProbeJournal journal) {
    private static final String FORWARDED_FOR = "X-Forwarded-For";
    private static final Field LAST = new Field("Connection", "close");

    /**
     * The client.
     *
     * @param source value to add to X-Forwarded-For
     * @param opened receives the connection to the target
     */
    record Client(PeekableInput in, OutputStream out, Optional<String> source, Consumer<Socket> opened) {}

    /**
     * Answers a request whose head has been read. Returns true if the connection can take another request, which it
     * cannot after the {@code last} one. Throws {@link BadMessage} only before any byte of a response; otherwise fails
     * if one side ends within a message.
     */
    boolean relay(MessageHead request, Client client, boolean last) throws IOException {
        MessageBody body = request.requestBody();
        boolean keep = !last && !request.isHttp10() && !request.headerContains("connection", "close");
        Socket socket;
        try {
            socket = target.connect();
        } catch (IOException refused) {
            return fail(refused.getMessage(), client, keep && body == MessageBody.NONE);
        }
        try (socket) {
            client.opened().accept(socket);
            send(request, body, client, socket.getOutputStream());
            PeekableInput from = new PeekableInput(socket.getInputStream());
            MessageHead response;
            MessageBody content;
            try {
                response = answer(from);
                content = response.answerBody(request.method());
            } catch (SocketTimeoutException silent) {
                return fail("no response in time", client, keep);
            } catch (BadMessage bad) {
                return fail("invalid response: " + bad.getMessage(), client, keep);
            } catch (IOException gone) {
                // The target is not at fault if the proxy closed the connection.
                if (socket.isClosed())
                    throw gone;
                return fail(gone.getMessage(), client, keep);
            }
            boolean more = keep && content != MessageBody.UNTIL_THE_END;
            journal.answered(response.status());
            answer(response, content, from, client, more);
            return more;
        }
    }

    private static void send(MessageHead request, MessageBody body, Client client, OutputStream socket)
            throws IOException {
        List<Field> fields = new ArrayList<>(request.endToEnd());
        fields.removeIf(field -> field.is(FORWARDED_FOR) || field.is("expect"));
        List<String> forwarded = new ArrayList<>(request.fields()
                .stream()
                .filter(field -> field.is(FORWARDED_FOR))
                .map(Field::value)
                .toList());
        client.source().ifPresent(forwarded::add);
        if (!forwarded.isEmpty())
            fields.add(new Field(FORWARDED_FOR, String.join(", ", forwarded)));
        fields.add(LAST);
        TargetOutput out = new TargetOutput(socket);
        out.write(MessageHead.text(request.start(), fields));
        if (request.headerContains("expect", "100-continue") && !request.isHttp10()) {
            client.out().write(PeekableInput.bytes("HTTP/1.1 100 Continue\r\n\r\n"));
            client.out().flush();
        }
        body.relay(client.in(), out);
    }

    /** The final response; interim responses of the target are not forwarded. */
    private static MessageHead answer(PeekableInput from) throws IOException {
        MessageHead response = MessageHead.answer(from);
        while (response.status() / 100 == 1) {
            if (response.status() == 101)
                throw new BadMessage(502, "it switches protocols");
            response = MessageHead.answer(from);
        }
        return response;
    }

    private static void answer(MessageHead response, MessageBody content, PeekableInput from, Client client,
            boolean more) throws IOException {
        List<Field> fields = new ArrayList<>(response.endToEnd());
        if (!more)
            fields.add(LAST);
        client.out().write(MessageHead.text(response.start(), fields));
        try {
            content.relay(from, client.out());
        } catch (BadMessage bad) {
            throw new IOException("the target's response is invalid or incomplete: " + bad.getMessage(), bad);
        }
        client.out().flush();
    }

    private boolean fail(String why, Client client, boolean keep) throws IOException {
        journal.unanswered(why);
        answer(502, "the target of the probe proxy does not answer: " + why, client.out(), keep);
        return keep;
    }

    /** A response of the proxy itself. */
    static void answer(int status, String text, OutputStream out, boolean more) throws IOException {
        byte[] body = PeekableInput.bytes(text + "\n");
        List<Field> fields = new ArrayList<>(List.of(new Field("Content-Type", "text/plain; charset=utf-8"),
                new Field("Content-Length", Integer.toString(body.length))));
        if (!more)
            fields.add(LAST);
        out.write(MessageHead.text("HTTP/1.1 " + status + " " + reason(status), fields));
        out.write(body);
        out.flush();
    }

    private static String reason(int status) {
        return switch (status) {
            case 431 -> "Request Header Fields Too Large";
            case 502 -> "Bad Gateway";
            case 505 -> "HTTP Version Not Supported";
            default -> "Bad Request";
        };
    }
}

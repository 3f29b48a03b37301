package io.azureccm.node.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line and the fields of a request or a response, unchanged; at most {@value #MAX_LENGTH} bytes. Ambiguous
 * syntax, such as folded fields, is rejected.
 */
record MessageHead(String start, List<Field> fields) {
    /** One field; {@code value} without surrounding whitespace. */
    record Field(String name, String value) {
        boolean is(String other) {
            return name.equalsIgnoreCase(other);
        }
    }

    static final int MAX_LENGTH = 16 * 1024;

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern REQUEST = Pattern
            .compile("(" + TOKEN + ") [\\x21-\\x7e\\x80-\\xff]+ HTTP/(\\d\\.\\d)");
    private static final Pattern ANSWER = Pattern
            .compile("HTTP/1\\.[01] ([1-9]\\d\\d)( [\\t\\x20-\\x7e\\x80-\\xff]*)?");
    private static final Pattern FIELD = Pattern.compile("(" + TOKEN + "):([\\t\\x20-\\x7e\\x80-\\xff]*)");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

    /** Hop-by-hop fields, which are not forwarded. Fields that delimit the body are not among them. */
    private static final Set<String> OF_ONE_CONNECTION = Set.of("connection", "proxy-connection", "keep-alive", "te",
            "upgrade", "http2-settings", "proxy-authenticate", "proxy-authorization");
    private static final Set<String> OF_THE_MESSAGE = Set.of("host", "content-length", "transfer-encoding", "trailer");

    MessageHead {
        fields = List.copyOf(fields);
    }

    /** Reads the head of a request. */
    static MessageHead request(PeekableInput in) throws IOException {
        MessageHead head = read(in);
        Matcher line = REQUEST.matcher(head.start);
        if (!line.matches())
            throw new BadMessage(400, "its first line is not valid HTTP/1");
        if (!line.group(2).startsWith("1."))
            throw new BadMessage(505, "its version is not HTTP/1");
        return head;
    }

    /** Reads the head of a response. */
    static MessageHead answer(PeekableInput in) throws IOException {
        MessageHead head = read(in);
        if (!ANSWER.matcher(head.start).matches())
            throw new BadMessage(502, "its first line is not valid HTTP/1");
        return head;
    }

    private static MessageHead read(PeekableInput in) throws IOException {
        if (in.peek(0) < 0)
            throw new BadMessage(400, "the connection was closed before it");
        int left = MAX_LENGTH;
        String start = "";
        while (start.isEmpty()) {
            start = line(in, left);
            left -= start.length() + 2;
        }
        List<Field> fields = new ArrayList<>();
        for (String line = line(in, left); !line.isEmpty(); line = line(in, left)) {
            left -= line.length() + 2;
            Matcher field = FIELD.matcher(line);
            if (!field.matches())
                throw new BadMessage(400, "one of its fields is not valid HTTP/1");
            fields.add(new Field(field.group(1), field.group(2).strip()));
        }
        return new MessageHead(start, fields);
    }

    private static String line(PeekableInput in, int left) throws IOException {
        if (left <= 0)
            throw new BadMessage(431, "its head is longer than " + MAX_LENGTH + " bytes");
        return in.line(left)
                .orElseThrow(() -> new BadMessage(400,
                        "its head is incomplete or longer than " + MAX_LENGTH + " bytes"));
    }

    String method() {
        return start.substring(0, start.indexOf(' '));
    }

    /** The status of a response. */
    int status() {
        Matcher line = ANSWER.matcher(start);
        return line.matches() ? Integer.parseInt(line.group(1)) : 0;
    }

    boolean isHttp10() {
        return start.endsWith(" HTTP/1.0");
    }

    /** The elements of all fields with this name. */
    List<String> values(String name) {
        return fields.stream()
                .filter(field -> field.is(name))
                .flatMap(field -> Arrays.stream(COMMA.split(field.value())))
                .toList();
    }

    boolean headerContains(String name, String value) {
        return values(name).stream().anyMatch(value::equalsIgnoreCase);
    }

    /** The fields to forward to the next hop. */
    List<Field> endToEnd() {
        Set<String> dropped = new HashSet<>(OF_ONE_CONNECTION);
        values("connection").stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> !OF_THE_MESSAGE.contains(name))
                .forEach(dropped::add);
        return fields.stream().filter(field -> !dropped.contains(field.name().toLowerCase(Locale.ROOT))).toList();
    }

    /** The body of a request with this head. */
    MessageBody requestBody() throws BadMessage {
        return body(400).orElse(MessageBody.NONE);
    }

    /** The body of a response with this head to a request with that method. */
    MessageBody answerBody(String method) throws BadMessage {
        int status = status();
        if (method.equals("HEAD") || status == 204 || status == 304)
            return MessageBody.NONE;
        return body(502).orElse(MessageBody.UNTIL_THE_END);
    }

    /** Two lengths, or a length and chunked encoding, allow request smuggling. */
    private Optional<MessageBody> body(int refused) throws BadMessage {
        List<String> codings = values("transfer-encoding");
        Set<String> lengths = new HashSet<>(values("content-length"));
        if (!codings.isEmpty()) {
            if (codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked") || !lengths.isEmpty()
                    || isHttp10())
                throw new BadMessage(refused, "the length of its body is ambiguous");
            return Optional.of(MessageBody.CHUNKED);
        }
        if (lengths.isEmpty())
            return Optional.empty();
        String length = lengths.iterator().next();
        if (lengths.size() > 1 || !LENGTH.matcher(length).matches())
            throw new BadMessage(refused, "the length of its body is ambiguous");
        return Optional.of(MessageBody.ofLength(Long.parseLong(length)));
    }

    /** The head with these fields, in wire format. */
    static byte[] text(String start, List<Field> fields) {
        StringBuilder text = new StringBuilder(start).append("\r\n");
        fields.forEach(field -> text.append(field.name()).append(": ").append(field.value()).append("\r\n"));
        return PeekableInput.bytes(text.append("\r\n").toString());
    }
}

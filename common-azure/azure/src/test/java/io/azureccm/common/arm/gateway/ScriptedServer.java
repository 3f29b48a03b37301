package io.azureccm.common.arm.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.azureccm.common.arm.credential.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An HTTPS server that gives prepared answers in order and remembers what it was asked; {@code {base}} in an answer becomes its own URL. */
public final class ScriptedServer implements AutoCloseable {
    private final HttpsServer server;
    private final Deque<Answer> script = new ArrayDeque<>();
    private final List<Request> requests = new ArrayList<>();
    private final AtomicLong endless = new AtomicLong();
    private Function<Request, Answer> otherwise;

    public record Request(String verb, String path, Map<String, String> headers, String body) {
        public String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    public record Answer(int status, Map<String, String> headers, String body) {
        /** Bytes where a text will not do. */
        static String bytes(byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /** Name of a header that is not sent: the body is bytes given by {@link Answer#bytes}, {@code endless} ones again and again. */
    static final String RAW = "test-raw";
    static final String ENDLESS = "endless";

    /** Answers everything that the script has no answer for. */
    public synchronized ScriptedServer otherwise(Function<Request, Answer> answers) {
        otherwise = answers;
        return this;
    }

    /** Status of an answer that is a connection cut off in the middle. */
    public static final int CUT = -1;

    public ScriptedServer() {
        this(TestCertificates.SHARED);
    }

    public ScriptedServer(TestCertificates certificates) {
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(certificates.serverContext()));
        } catch (IOException | GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
        server.createContext("/", this::handle);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    public String base() {
        return "https://localhost:" + server.getAddress().getPort();
    }

    public synchronized ScriptedServer answer(int status, Map<String, String> headers, String body) {
        script.add(new Answer(status, headers, body));
        return this;
    }

    public ScriptedServer answer(int status, String body) {
        return answer(status, Map.of(), body);
    }

    public ScriptedServer error(int status, String code) {
        return answer(status, "{\"error\":{\"code\":\"" + code + "\",\"message\":\"said by ARM\"}}");
    }

    public synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Verb and path of every request, without the api-version. */
    public List<String> calls() {
        return requests().stream()
                .map(request -> request.verb() + " " + URI.create(request.path()).getPath())
                .toList();
    }

    /** How many bytes of endless bodies were sent before the other side had enough. */
    long sentEndlessly() {
        return endless.get();
    }

    public synchronized int unanswered() {
        return script.size();
    }

    private synchronized Answer take(Request request) {
        requests.add(request);
        Answer next = script.poll();
        if (next == null && otherwise != null)
            return otherwise.apply(request);
        return next == null
                ? new Answer(418, Map.of(), "{\"error\":{\"code\":\"NotScripted\",\"message\":\"no answer left\"}}")
                : next;
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.stream()
                        .collect(Collectors.joining(","))));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Answer answer = take(
                new Request(exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body));
        if (answer.headers().containsKey(RAW)) {
            sendRaw(exchange, answer);
            return;
        }
        answer.headers()
                .forEach((name, value) -> exchange.getResponseHeaders().add(name, value.replace("{base}", base())));
        byte[] bytes = answer.body().replace("{base}", base()).getBytes(StandardCharsets.UTF_8);
        if (answer.status() == CUT) {
            // Half an answer, then the end: the client must see a broken connection.
            exchange.sendResponseHeaders(200, bytes.length + 100L);
            exchange.getResponseBody().write(bytes);
            exchange.getResponseBody().flush();
            throw new IOException("cut");
        }
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private void sendRaw(HttpExchange exchange, Answer answer) throws IOException {
        byte[] bytes = answer.body().getBytes(StandardCharsets.ISO_8859_1);
        boolean isEndless = answer.headers().get(RAW).equals(ENDLESS);
        answer.headers().forEach((name, value) -> {
            if (!name.equals(RAW))
                exchange.getResponseHeaders().add(name, value);
        });
        exchange.sendResponseHeaders(answer.status(), isEndless ? 0 : bytes.length);
        try (exchange) {
            do {
                exchange.getResponseBody().write(bytes);
                endless.addAndGet(isEndless ? bytes.length : 0);
            } while (isEndless);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

package io.azureccm.common.observe.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The Chromium of this machine, without a window, driven through its DevTools protocol. One page at a time. */
final class Chromium implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LISTENING = "DevTools listening on ";
    private static final long SECONDS = 60;

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final String session;
    private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();
    private int sent;

    /** The program, empty where none is on the PATH. */
    static Optional<Path> installed() {
        List<String> names = List.of("chromium", "chromium-browser", "google-chrome");
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** {@code profile}: a folder for what a browser keeps. */
    Chromium(Path program, Path profile) throws IOException {
        process = new ProcessBuilder(program.toString(), "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--no-first-run", "--no-proxy-server", "--remote-debugging-port=0",
                "--user-data-dir=" + profile, "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        socket = HttpClient.newBuilder()
                .proxy(HttpClient.Builder.NO_PROXY)
                .build()
                .newWebSocketBuilder()
                .buildAsync(address(process.errorReader()), new Listener())
                .join();
        String target = send("Target.createTarget", "{\"url\": \"about:blank\"}", "").path("targetId").asText();
        session = send("Target.attachToTarget", "{\"targetId\": \"" + target + "\", \"flatten\": true}", "")
                .path("sessionId")
                .asText();
        for (String domain : List.of("Page", "Network", "Log", "Runtime"))
            send(domain + ".enable", "{}");
    }

    /** What it writes after that is read, too, so that it never waits for a reader. */
    private static URI address(BufferedReader said) throws IOException {
        List<String> before = new ArrayList<>();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(LISTENING)) {
                Thread.ofVirtual().start(() -> said.lines().forEach(ignored -> {}));
                return URI.create(line.substring(LISTENING.length()).strip());
            }
            before.add(line);
        }
        throw new IOException("Chromium ended: " + before);
    }

    /** Opens a page and waits until it is loaded. {@code theme}: {@code light} or {@code dark}; {@code width} in pixels. */
    void open(String address, String theme, int width) {
        requests.clear();
        complaints.clear();
        loaded = new CompletableFuture<>();
        send("Emulation.setEmulatedMedia",
                "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"" + theme + "\"}]}");
        send("Emulation.setDeviceMetricsOverride",
                "{\"width\": " + width + ", \"height\": 900, \"deviceScaleFactor\": 1, \"mobile\": false}");
        send("Page.navigate", "{\"url\": \"" + address + "\"}");
        loaded.orTimeout(SECONDS, TimeUnit.SECONDS).join();
    }

    /** What an expression gives in the page, which forbids scripts of its own. */
    JsonNode evaluate(String expression) {
        ObjectNode parameters = JSON.createObjectNode().put("expression", expression).put("returnByValue", true);
        JsonNode answer = send("Runtime.evaluate", parameters.toString());
        if (answer.has("exceptionDetails"))
            throw new AssertionError(answer.path("exceptionDetails").toString());
        return answer.at("/result/value");
    }

    /** The addresses that the page that is open made it ask for. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** What it has to say of the page that is open: broken rules of its security policy, errors, whatever a script printed. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    private JsonNode send(String method, String parameters) {
        return send(method, parameters, ", \"sessionId\": \"" + session + "\"");
    }

    private JsonNode send(String method, String parameters, String more) {
        int id = ++sent;
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        socket.sendText(
                "{\"id\": " + id + ", \"method\": \"" + method + "\", \"params\": " + parameters + more + "}", true)
                .join();
        JsonNode message = answer.orTimeout(SECONDS, TimeUnit.SECONDS).join();
        if (message.has("error"))
            throw new AssertionError(method + ": " + message.path("error"));
        return message.path("result");
    }

    private void take(JsonNode message) {
        if (message.has("id")) {
            waiting.remove(message.path("id").asInt()).complete(message);
            return;
        }
        JsonNode of = message.path("params");
        switch (message.path("method").asText()) {
            case "Page.loadEventFired" -> loaded.complete(null);
            case "Network.requestWillBeSent" -> requests.add(of.at("/request/url").asText());
            case "Log.entryAdded" -> complaints.add(of.at("/entry/text").asText());
            case "Runtime.consoleAPICalled", "Runtime.exceptionThrown" -> complaints.add(of.toString());
            default -> {
                // Of no interest.
            }
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder part = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                try {
                    take(JSON.readTree(part.toString()));
                } catch (IOException e) {
                    complaints.add("unreadable: " + part);
                }
                part.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    @Override
    public void close() {
        socket.abort();
        Stream<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()));
        List<ProcessHandle> ending = all.toList();
        ending.forEach(ProcessHandle::destroyForcibly);
        ending.forEach(each -> each.onExit().join());
    }
}

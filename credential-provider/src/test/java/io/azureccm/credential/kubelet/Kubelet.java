package io.azureccm.credential.kubelet;

import io.azureccm.credential.text.JsonReader;
import io.azureccm.credential.text.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The part of a kubelet that calls credential providers, configured by its file {@code CredentialProviderConfig}: it
 * calls a program of the bin directory for a matching image, with the request on stdin and only its own environment and
 * that of the file; concurrent identical calls are merged; a response is cached for its duration, by image, registry,
 * or globally, and with tokens per Service account.
 */
final class Kubelet {
    /** A pod's Service account, in the form that the kubelet passes on. */
    record Account(String name, String token, Map<String, String> annotations) {
        static final Account NONE = new Account("", "", Map.of());
    }

    private record Answer(Map<String, Object> auth, Instant until) {}

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String VERSION = "credentialprovider.kubelet.k8s.io/v1";

    private final Path bin;
    private final List<Map<String, Object>> providers;
    private final Map<String, String> environment;
    private final Map<String, CompletableFuture<Optional<Answer>>> underWay = new ConcurrentHashMap<>();
    private final Map<String, Answer> kept = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final List<String> log = new ArrayList<>();

    /** {@code file} is the text of its configuration, {@code environment} its own. */
    Kubelet(String file, Path bin, Map<String, String> environment) {
        this.bin = bin;
        this.environment = Map.copyOf(environment);
        Map<String, Object> config = map(YamlReader.read(file));
        if (!"CredentialProviderConfig".equals(config.get("kind")))
            throw new IllegalArgumentException("no CredentialProviderConfig");
        this.providers = list(config.get("providers")).stream().map(Kubelet::map).toList();
        for (Map<String, Object> provider : providers) {
            if (!VERSION.equals(provider.get("apiVersion")))
                throw new IllegalArgumentException("apiVersion " + provider.get("apiVersion"));
            if (!Files.isExecutable(bin.resolve(text(provider.get("name")))))
                throw new IllegalArgumentException("no program " + provider.get("name"));
        }
    }

    int calls() {
        return calls.get();
    }

    /** Its log: a line for each call without credentials. */
    synchronized String log() {
        return String.join("\n", log);
    }

    /**
     * The credentials for an image, {@code user:password} by their image pattern, in the order in which they are tried.
     */
    Map<String, String> logins(String image, Account account) {
        Map<String, String> logins = new TreeMap<>(Comparator.reverseOrder());
        for (Map<String, Object> provider : providers) {
            if (!matches(provider, image) || account == Account.NONE && demandsAccount(provider))
                continue;
            answer(provider, image, account).ifPresent(answer -> answer.auth().forEach((pattern, login) -> {
                if (matches(pattern, image))
                    logins.putIfAbsent(pattern, map(login).get("username") + ":" + map(login).get("password"));
            }));
        }
        return logins;
    }

    private Optional<Answer> answer(Map<String, Object> provider, String image, Account account) {
        boolean passesAccount = provider.get("tokenAttributes") != null;
        String whose = text(provider.get("name")) + "|" + (passesAccount ? account.name() + account.annotations() : "");
        Optional<Answer> known = known(image, whose);
        if (known.isPresent())
            return known;
        // Like the kubelet's single flight: concurrent requests for the same key wait for this response.
        CompletableFuture<Optional<Answer>> mine = new CompletableFuture<>();
        CompletableFuture<Optional<Answer>> other = underWay.putIfAbsent(whose + "|" + image, mine);
        if (other != null)
            return other.join();
        try {
            // The call of another request may have ended between the look at what is kept and this one's turn.
            Optional<Answer> since = known(image, whose);
            Optional<Answer> answer = since.isPresent()
                    ? since
                    : call(provider, image, passesAccount ? account : Account.NONE, whose);
            mine.complete(answer);
            return answer;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            mine.complete(Optional.empty());
            note(failed.toString());
            return Optional.empty();
        } finally {
            underWay.remove(whose + "|" + image);
        }
    }

    private Optional<Answer> known(String image, String whose) {
        return Optional.ofNullable(kept.get(whose + "|" + registry(image)))
                .filter(answer -> Instant.now().isBefore(answer.until()));
    }

    private Optional<Answer> call(Map<String, Object> provider, String image, Account account, String whose)
            throws IOException, InterruptedException {
        calls.incrementAndGet();
        List<String> command = new ArrayList<>(List.of(bin.resolve(text(provider.get("name"))).toString()));
        list(provider.getOrDefault("args", List.of())).forEach(arg -> command.add(text(arg)));
        Path out = Files.createTempFile("kubelet", ".out");
        Path err = Files.createTempFile("kubelet", ".err");
        try {
            return call(provider, new Call(command, out, err), request(image, account))
                    .flatMap(response -> kept(response, image, whose));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private record Call(List<String> command, Path out, Path err) {}

    private Optional<Map<String, Object>> call(Map<String, Object> provider, Call call, String request)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(call.command()).redirectOutput(call.out().toFile())
                .redirectError(call.err().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        list(provider.getOrDefault("env", List.of())).stream()
                .map(Kubelet::map)
                .forEach(variable -> builder.environment()
                        .put(text(variable.get("name")), text(variable.get("value"))));
        Process process = builder.start();
        process.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        if (!ended || process.exitValue() != 0) {
            note((ended ? "exit status " + process.exitValue() : "killed") + ": " + Files.readString(call.err()));
            return Optional.empty();
        }
        return Optional.of(map(JsonReader.read(Files.readString(call.out()))));
    }

    private Optional<Answer> kept(Map<String, Object> response, String image, String whose) {
        if (!VERSION.equals(response.get("apiVersion")) || !"CredentialProviderResponse".equals(response.get("kind"))) {
            note("the response is of another kind");
            return Optional.empty();
        }
        Duration time = duration(text(response.get("cacheDuration")));
        Answer answer = new Answer(response.get("auth") == null ? Map.of() : map(response.get("auth")),
                Instant.now().plus(time));
        if (!"Registry".equals(response.get("cacheKeyType")))
            throw new IllegalStateException("cacheKeyType " + response.get("cacheKeyType"));
        if (!time.isZero())
            kept.put(whose + "|" + registry(image), answer);
        return Optional.of(answer);
    }

    private static String request(String image, Account account) {
        String request = "{\"kind\":\"CredentialProviderRequest\",\"apiVersion\":\"" + VERSION + "\",\"image\":\""
                + image
                + "\"";
        if (account != Account.NONE)
            request += ",\"serviceAccountToken\":\"" + account.token() + "\",\"serviceAccountAnnotations\":{"
                    + account.annotations()
                            .entrySet()
                            .stream()
                            .map(each -> "\"" + each.getKey() + "\":\"" + each.getValue() + "\"")
                            .collect(Collectors.joining(","))
                    + "}";
        return request + "}\n";
    }

    private static boolean demandsAccount(Map<String, Object> provider) {
        return provider.get("tokenAttributes") != null
                && Boolean.TRUE.equals(map(provider.get("tokenAttributes")).get("requireServiceAccount"));
    }

    private static boolean matches(Map<String, Object> provider, String image) {
        return list(provider.get("matchImages")).stream().anyMatch(pattern -> matches(text(pattern), image));
    }

    /** A star matches one part of the host. */
    private static boolean matches(String pattern, String image) {
        String regex = List.of(pattern.split("\\*", -1))
                .stream()
                .map(Pattern::quote)
                .collect(Collectors.joining("[^./]+"));
        return image.matches(regex + "(/.*)?");
    }

    private static String registry(String image) {
        return image.substring(0, image.indexOf('/'));
    }

    /** In Go's format: 1h0m0s. */
    private static Duration duration(String text) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }

    private synchronized void note(String line) {
        log.add(line.strip());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return new LinkedHashMap<>((Map<String, Object>) value);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    private static String text(Object value) {
        return String.valueOf(value);
    }
}

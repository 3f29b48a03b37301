package io.azureccm.credential;

import io.azureccm.credential.standin.Rule;
import io.azureccm.credential.standin.Seen;
import io.azureccm.credential.standin.StandIn;
import io.azureccm.credential.text.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One call of the program: its input, the outcome of the reference, and other accepted outcomes. */
record Case(String name, Map<String, Object> json) {
    private static final Path FOLDER = Path.of("src/test/resources/cases");

    static List<Case> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> named(file.getFileName().toString().replace(".json", "")))
                    .sorted((a, b) -> a.name().compareTo(b.name()))
                    .toList();
        } catch (IOException absent) {
            throw new UncheckedIOException(absent);
        }
    }

    static Case named(String name) {
        try {
            return new Case(name, object(JsonReader.read(Files.readString(FOLDER.resolve(name + ".json")))));
        } catch (IOException absent) {
            throw new UncheckedIOException(absent);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    String stdin() {
        return json.get("stdin") == null ? (String) json.getOrDefault("stdinText", "") : Rule.json(json.get("stdin"));
    }

    boolean withoutCa() {
        return json.containsKey("noCa");
    }

    /** Writes the files of the case and returns its command line. */
    List<String> arguments(Path folder, String standIn) {
        Path config = folder.resolve("azure.json");
        write(config, json.get("config"), standIn);
        write(folder.resolve("environment.json"), json.get("envFile"), standIn);
        List<String> arguments = new ArrayList<>();
        for (Object each : (List<?>) json.get("args"))
            arguments.add(((String) each).replace("{config}", config.toString()));
        return arguments;
    }

    private static void write(Path file, Object content, String standIn) {
        try {
            Files.deleteIfExists(file);
            if (content != null)
                Files.writeString(file,
                        (content instanceof String text ? text : Rule.json(content)).replace("{standin}", standIn));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    Map<String, String> environment(Path folder, String standIn, Path ca) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String name : List.of("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"))
            environment.put(name, standIn);
        environment.put("NO_PROXY", "127.0.0.1,localhost");
        environment.put("SSL_CERT_FILE", ca.toString());
        object(json.get("env")).forEach((name, value) -> environment.put(name,
                value.toString()
                        .replace("{standin}", standIn)
                        .replace("{envfile}", folder.resolve("environment.json").toString())));
        return environment;
    }

    List<Rule> rules(String standIn) {
        List<Rule> rules = new ArrayList<>();
        for (Object rule : (List<?>) json.get("rules"))
            rules.add(Rule.of((Map<?, ?>) rule, standIn));
        if (json.get("config") instanceof Map<?, ?> config && config.containsKey("resourceManagerEndpoint"))
            rules.add(Rule.answer(standIn + "/metadata/endpoints", 404, ""));
        return rules;
    }

    /** Classifies the outcome: that of the reference, a better one, or neither. */
    String verdict(Outcome outcome, StandIn standIn) {
        Map<String, Object> expected = object(json.get("expect"));
        boolean repeats = "any".equals(json.get("repeats"));
        List<Map<String, Object>> seen = requests(outcome.seen(), standIn.url());
        if (matches(expected, outcome, seen, repeats, expected))
            return "as the reference";
        for (Object each : json.get("alsoAccepted") instanceof List<?> list ? list : List.of()) {
            Map<String, Object> other = object(each);
            if (other.get("sameAs") instanceof String name)
                other = object(named(name).json().get("expect"));
            if (matches(other, outcome, seen, repeats, expected))
                return "better";
        }
        return "neither: exit " + outcome.exit() + " " + outcome.out() + outcome.err() + seen;
    }

    private static boolean matches(Map<String, Object> wanted, Outcome outcome, List<Map<String, Object>> seen,
            boolean repeats,
            Map<String, Object> reference) {
        double exit = wanted.get("exit") instanceof Double number ? number : 0;
        return exit == outcome.exit() && responseMatches(wanted, outcome, reference)
                && requestsMatch(wanted, seen, repeats, reference);
    }

    private static boolean responseMatches(Map<String, Object> wanted, Outcome outcome, Map<String, Object> reference) {
        Object response = outcome.out().isEmpty() || !outcome.out().startsWith("{")
                ? null
                : JsonReader.read(outcome.out());
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("kind", "CredentialProviderResponse");
        expected.put("apiVersion", "credentialprovider.kubelet.k8s.io/v1");
        expected.put("cacheKeyType", "Registry");
        if ("not-acr".equals(wanted.get("response"))) {
            expected.put("cacheDuration", "0s");
            return expected.equals(response);
        }
        if (wanted.containsKey("responseAuth") || wanted.containsKey("responsePlus")) {
            boolean plus = wanted.containsKey("responsePlus");
            Map<String, Object> auth = new LinkedHashMap<>();
            auth.put("*.azurecr.*", Map.of("username", "", "password", ""));
            if (plus)
                auth.putAll(object(object(reference.get("response")).get("auth")));
            auth.putAll(object(wanted.get(plus ? "responsePlus" : "responseAuth")));
            expected.put("cacheDuration", "1h0m0s");
            expected.put("auth", auth);
            return expected.equals(response);
        }
        return wanted.get("response") == null ? response == null : wanted.get("response").equals(response);
    }

    private static boolean requestsMatch(Map<String, Object> wanted, List<Map<String, Object>> seen, boolean repeats,
            Map<String, Object> reference) {
        Object list = wanted.get("requests");
        if (wanted.get("requestsPrefix") instanceof Double count)
            list = ((List<?>) reference.get("requests")).subList(0, count.intValue());
        if (list == null)
            return true;
        List<Map<String, Object>> expected = new ArrayList<>();
        for (Object each : (List<?>) list) {
            Map<String, Object> request = comparable(object(each));
            if (request != null)
                expected.add(request);
        }
        List<Map<String, Object>> all = repeats ? expected.stream().distinct().toList() : expected;
        List<Map<String, Object>> found = repeats ? seen.stream().distinct().toList() : seen;
        return all.equals(found);
    }

    private static List<Map<String, Object>> requests(List<Seen> seen, String standIn) {
        List<Map<String, Object>> requests = new ArrayList<>();
        for (Seen each : seen) {
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("method", each.method());
            request.put("url", each.url().replace(standIn, "{standin}"));
            request.put("query", each.query());
            request.put("form", each.form());
            request.put("headers", each.headers());
            requests.add(comparable(request));
        }
        return requests;
    }

    /** The compared parts of a request; null for one that an implementation may omit. */
    private static Map<String, Object> comparable(Map<String, Object> request) {
        String url = (String) request.get("url");
        if (url.endsWith("/discovery/instance") || url.endsWith("/.well-known/openid-configuration"))
            return null;
        Map<String, Object> query = copy(request.get("query"));
        Map<String, Object> form = copy(request.get("form"));
        Map<String, Object> headers = copy(request.get("headers"));
        headers.keySet().retainAll(List.of("metadata", "x-identity-header", "content-type"));
        if (url.contains("/identity/") || url.contains("/msi/"))
            query.remove("api-version");
        if (url.endsWith("/oauth2/v2.0/token")) {
            form.keySet()
                    .retainAll(
                            List.of("grant_type", "client_assertion", "client_assertion_type", "client_id", "scope"));
            form.computeIfPresent("scope", (key, scope) -> scope.toString().split(" ")[0]);
        }
        if (url.endsWith("/oauth2/v2.0/token") || url.endsWith("/oauth2/exchange"))
            headers.clear();
        return new LinkedHashMap<>(
                Map.of("method", request.get("method"), "url", url, "query", query, "form", form, "headers", headers));
    }

    private static Map<String, Object> copy(Object map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (map instanceof Map<?, ?> there)
            there.forEach((key, value) -> copy.put((String) key, value));
        return copy;
    }

    @Override
    public String toString() {
        return name;
    }
}

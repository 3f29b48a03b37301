package io.azureccm.e2e.azure.operations;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Latencies as JSON or YAML: {@code profile} (none or realistic), {@code mode} (operation or reply: where {@code time}
 * of writes is spent), {@code timeScale}, {@code seed}, and {@code rules} with {@code verb}, {@code type} and either
 * {@code time} or {@code reply} and {@code operation}. A time is {@code 2s}, {@code 60ms}, or
 * {@code {median: 1s, p99: 10s}}.
 */
public final class LatencyFile {
    private static final Pattern TIME = Pattern.compile("([0-9.]+)\\s*(ms|s|m|h)?");

    private LatencyFile() {}

    public static Latencies parse(JsonNode json) {
        String profile = Json.textOr(json, "none", "profile");
        Latencies.Builder builder = Latencies.builder();
        switch (profile) {
            case "none" -> {
            }
            case "realistic" -> realistic(builder);
            default -> throw new IllegalArgumentException(
                    "latency profile '" + profile + "' is not one of none, realistic");
        }
        Latencies.Mode mode = Latencies.Mode.valueOf(Json.textOr(json, "operation", "mode").toUpperCase(Locale.ROOT));
        Json.objects(json, "rules").forEach(rule -> rule(builder, rule, mode));
        return builder.timeScale(json.path("timeScale").asDouble(1)).seed(json.path("seed").asLong(1)).build();
    }

    /** Adds the assumed latencies of Azure. */
    static Latencies.Builder realistic(Latencies.Builder builder) {
        try (InputStream in = LatencyFile.class.getResourceAsStream("realistic-latencies.yaml")) {
            JsonNode file = new YAMLMapper().readTree(in);
            Json.objects(file, "rules").forEach(rule -> rule(builder, rule, Latencies.Mode.OPERATION));
            return builder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void rule(Latencies.Builder builder, ObjectNode rule, Latencies.Mode mode) {
        String verb = Json.textOr(rule, "*", "verb").toUpperCase(Locale.ROOT);
        String type = Json.textOr(rule, "*", "type");
        if (!rule.has("time")) {
            builder.rule(verb, type, delay(rule.get("reply")), delay(rule.get("operation")));
            return;
        }
        boolean read = verb.equals("GET") || verb.equals("LIST") || verb.equals("POLL");
        Delay time = delay(rule.get("time"));
        boolean inReply = read || mode == Latencies.Mode.REPLY;
        builder.rule(verb, type, inReply ? time : Delay.NONE, inReply ? Delay.NONE : time);
    }

    private static Delay delay(JsonNode json) {
        if (json == null || json.isNull())
            return Delay.NONE;
        return json.isObject()
                ? new Delay(duration(json.path("median").asText()), duration(json.path("p99").asText()))
                : Delay.of(duration(json.asText()));
    }

    /** Reads {@code 1.5s}, {@code 60ms}, {@code 2m}, {@code 1h}; a bare number is seconds. */
    public static Duration duration(String text) {
        Matcher matcher = TIME.matcher(text.trim());
        if (!matcher.matches())
            throw new IllegalArgumentException("'" + text + "' is not a time such as 60ms, 1.5s, 2m or 1h");
        double unit = switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
            case "ms" -> 1e6;
            case "m" -> 60e9;
            case "h" -> 3600e9;
            default -> 1e9;
        };
        return Duration.ofNanos((long) (Double.parseDouble(matcher.group(1)) * unit));
    }
}

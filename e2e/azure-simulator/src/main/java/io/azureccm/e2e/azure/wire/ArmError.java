package io.azureccm.e2e.azure.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An error response in ARM's envelope. Thrown anywhere below the HTTP layer, which converts it into a response. */
public final class ArmError extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Properties REFUSALS = refusals();
    private static final Pattern REFUSAL = Pattern.compile("(\\d+)( gateway)?: (.*)");
    private final int status;
    private final transient ObjectNode error = Json.object();
    private final transient Map<String, String> headers = new LinkedHashMap<>();

    public ArmError(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        error.put("code", code).put("message", message);
    }

    private static Properties refusals() {
        Properties all = new Properties();
        try (InputStream in = ArmError.class.getResourceAsStream("refusals.properties")) {
            all.load(in);
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A refusal by its name in {@code refusals.properties}, with the values in its message. */
    public static ArmError of(String refusal, Object... values) {
        Matcher row = REFUSAL.matcher(Objects.requireNonNull(REFUSALS.getProperty(refusal), refusal));
        if (!row.matches())
            throw new IllegalStateException("not a refusal: " + row);
        ArmError error = new ArmError(Integer.parseInt(row.group(1)), refusal.replaceFirst("\\..*", ""),
                row.group(3).formatted(values));
        return row.group(2) == null ? error : error.header("x-ms-failure-cause", "gateway");
    }

    /** Refuses because of the first of these, if there is one: it is the first value in the message. */
    public static void refuseFirst(List<String> causes, String refusal, Object... values) {
        if (!causes.isEmpty())
            throw of(refusal, Stream.concat(Stream.of(causes.getFirst()), Stream.of(values)).toArray());
    }

    /** A resource provider's response for a missing child resource. */
    public static ArmError childNotFound(String id) {
        ArmError error = of("NotFound.child", id);
        error.error.putArray("details");
        return error;
    }

    public ArmError header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    public ArmError target(String value) {
        error.put("target", value);
        return this;
    }

    /** Adds an entry to {@code error.details}. */
    public ArmError detail(String code, String message) {
        Json.arrayAt(error, "details").addObject().put("code", code).put("message", message);
        return this;
    }

    /** The only entry of {@code error.additionalInfo}. */
    public ArmError additionalInfo(String type, ObjectNode info) {
        error.putArray("additionalInfo").addObject().put("type", type).set("info", info);
        return this;
    }

    public String code() {
        return error.get("code").asText();
    }

    /** The {@code error} member only, as in operations. */
    public ObjectNode error() {
        return error;
    }

    public ArmResponse response() {
        return ArmResponse.json(status, Json.object().set("error", error)).withAll(headers);
    }
}

package io.azureccm.common.record.anonymous;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.azureccm.common.record.RecordReader;
import io.azureccm.common.record.value.SharedValueWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;

/**
 * A record with names, ids and addresses replaced, the same one always by the same code, in the same order. Digests of plans are left out:
 * a replay compares the texts of such plans.
 */
public final class AnonymousRecord {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final TextNode HIDDEN = NODES.textNode("x");

    private final Codes codes;

    private AnonymousRecord(Codes codes) {
        this.codes = codes;
    }

    /** Opens a record to read it once more. */
    public interface Source {
        InputStream open() throws IOException;
    }

    /** Reads the record twice; {@code random}: for addresses. */
    public static void copy(Source from, OutputStream to, RandomGenerator random) throws IOException {
        AnonymousRecord record = new AnonymousRecord(new Codes(random));
        try (RecordReader lines = new RecordReader(from.open())) {
            for (Optional<JsonNode> line = lines.next(); line.isPresent(); line = lines.next())
                record.find("", line.get());
        }
        record.codes.complete();
        GZIPOutputStream out = new GZIPOutputStream(to);
        SharedValueWriter shared = new SharedValueWriter();
        try (RecordReader lines = new RecordReader(from.open())) {
            for (Optional<JsonNode> line = lines.next(); line.isPresent(); line = lines.next()) {
                JsonNode coded = record.coded("", line.get());
                if (!coded.has("format")) {
                    shared.write(coded, out);
                    continue;
                }
                shared = new SharedValueWriter();
                out.write((coded + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        out.finish();
    }

    private void find(String key, JsonNode value) {
        if (value.isTextual()) {
            codes.text(value.asText());
            if (SearchTerms.NAMED.contains(key))
                names(value.asText(), "/");
        } else if (value.isObject()) {
            members(key, (ObjectNode) value);
        } else if (!SearchTerms.FIXED.contains(key)) {
            value.forEach(each -> find(key, each));
        }
    }

    private void members(String key, ObjectNode object) {
        for (Map.Entry<String, JsonNode> each : object.properties()) {
            String name = each.getKey();
            codes.text(name);
            switch (key) {
                case "labels", "annotations" -> {
                    if (!SearchTerms.isRead(name) || SearchTerms.isNamed(name))
                        names(each.getValue().asText(), "[,=\\s/]+");
                }
                case "tags" -> {
                    codes.name(name);
                    names(each.getValue().asText(), "[,=\\s/]+");
                }
                case "cloudConfig", "selector", "settings" -> {
                    if (!SearchTerms.FIXED.contains(name) && !name.endsWith("Type"))
                        names(each.getValue().asText(), "[,=;:\\s/]+");
                }
                default -> {
                    if (name.equals("address") && object.path("type").asText().matches("Hostname|\\w+DNS"))
                        codes.name(each.getValue().asText());
                }
            }
            if (!SearchTerms.FIXED.contains(name))
                find(name.equals("flags") ? "" : name, each.getValue());
            if (name.equals("flags"))
                each.getValue().forEach(this::flag);
        }
    }

    private void flag(JsonNode flag) {
        String text = flag.asText();
        if (text.startsWith("--cluster-name=") || text.matches("--[a-z-]*(namespace|resource-name)=.*"))
            codes.name(text.substring(text.indexOf('=') + 1));
    }

    /** Ids were found as text. */
    private void names(String text, String separator) {
        if (SearchTerms.ID.matcher(text).find())
            return;
        for (String each : text.split(separator))
            codes.name(each);
    }

    private JsonNode coded(String key, JsonNode value) {
        return switch (value) {
            case TextNode text -> SearchTerms.FIXED.contains(key) ? text : NODES.textNode(codes.replace(text.asText()));
            case ArrayNode array -> {
                ArrayNode coded = NODES.arrayNode(array.size());
                array.forEach(each -> {
                    if (!key.equals("flags") || !SearchTerms.isPath(each.asText()))
                        coded.add(coded(key, each));
                });
                yield coded;
            }
            case ObjectNode object -> object(key, object);
            default -> value;
        };
    }

    private ObjectNode object(String key, ObjectNode object) {
        ObjectNode coded = NODES.objectNode();
        boolean keys = key.equals("labels") || key.equals("annotations");
        for (Map.Entry<String, JsonNode> each : object.properties()) {
            String name = each.getKey();
            if (keys)
                coded.set(name, SearchTerms.isRead(name) || key.equals("labels") ? coded("", each.getValue()) : HIDDEN);
            else if (!(key.equals("plan") && name.equals("hash")))
                coded.set(codes.replace(name), coded(name, each.getValue()));
        }
        return coded;
    }
}

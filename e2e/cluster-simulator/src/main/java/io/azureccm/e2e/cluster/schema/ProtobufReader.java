package io.azureccm.e2e.cluster.schema;

import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.FieldType.ListOf;
import io.azureccm.e2e.cluster.schema.FieldType.MapOf;
import io.azureccm.e2e.cluster.schema.FieldType.Scalar;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;

/**
 * Parses request bodies in Kubernetes' protobuf format, which Go clients send, into JSON trees. Responses are always
 * JSON, which those clients accept, too.
 */
public final class ProtobufReader {
    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";
    private static final ByteString MAGIC = ByteString.copyFromUtf8("k8s\0");
    private final TypeCatalog types;
    private final ProtobufNumbers numbers = ProtobufNumbers.load();

    public ProtobufReader(TypeCatalog types) {
        this.types = types;
    }

    /**
     * The object in the body, with apiVersion and kind; malformed or unknown input causes an IllegalArgumentException.
     */
    public ObjectNode read(byte[] body) {
        ByteString bytes = ByteString.copyFrom(body);
        if (!bytes.startsWith(MAGIC))
            throw new IllegalArgumentException("the body does not start with the protobuf magic");
        UnknownFieldSet envelope = parse(bytes.substring(MAGIC.size()));
        UnknownFieldSet type = parse(bytes(envelope, 1));
        String apiVersion = text(type, 1);
        String kind = text(type, 2);
        Struct struct = struct(apiVersion, kind);
        return message(struct, bytes(envelope, 2), Json.object().put("apiVersion", apiVersion).put("kind", kind));
    }

    private Struct struct(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        Struct grouped = slash < 0 ? null : types.all().get(apiVersion.substring(0, slash) + "/" + kind);
        Struct struct = grouped != null ? grouped : types.all().get(kind);
        if (struct == null || numbers.of(struct.name()).isEmpty())
            throw new IllegalArgumentException("no known protobuf format for " + apiVersion + " " + kind);
        return struct;
    }

    private ObjectNode message(Struct struct, ByteString bytes, ObjectNode into) {
        Map<Integer, ProtobufNumbers.Field> fields = numbers.of(struct.name());
        parse(bytes).asMap().forEach((number, values) -> {
            if (!values.getFixed32List().isEmpty() || !values.getFixed64List().isEmpty())
                throw new IllegalArgumentException("numbers of fixed length are not used by Kubernetes");
            ProtobufNumbers.Field field = fields.get(number);
            if (field == null)
                return;
            FieldType type = struct.fields().get(field.name());
            for (long value : values.getVarintList()) {
                if (field.optional() || value != 0)
                    into.set(field.name(), number(type, value));
            }
            values.getLengthDelimitedList().forEach(value -> value(type, field, value, into));
        });
        return into;
    }

    private static JsonNode number(FieldType type, long value) {
        if (type == Scalar.BOOL)
            return BooleanNode.valueOf(value != 0);
        return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
    }

    private void value(FieldType type, ProtobufNumbers.Field field, ByteString bytes, ObjectNode into) {
        String name = field.name();
        switch (type) {
            case ListOf list -> {
                JsonNode item = one(list.item(), bytes, name);
                into.withArrayProperty(name).add(item == null ? TextNode.valueOf("") : item);
            }
            case MapOf map -> entry(map, parse(bytes), Json.ensure(into, name));
            case FieldType single -> {
                JsonNode value = one(single, bytes, name);
                boolean empty = value == null || value.isTextual() && value.textValue().isEmpty()
                        || value.isObject() && value.isEmpty();
                if (value != null && (field.optional() || !empty))
                    into.set(name, value);
            }
        }
    }

    private JsonNode one(FieldType type, ByteString bytes, String name) {
        return switch (type) {
            case Struct struct -> message(struct, bytes, Json.object());
            case Scalar scalar -> scalar(scalar, bytes, name);
            case ListOf list -> throw new IllegalArgumentException("a list inside of a list");
            case MapOf map -> throw new IllegalArgumentException("a map inside of a list");
        };
    }

    /** Null stands for an empty value, such as the zero time. */
    private static JsonNode scalar(Scalar scalar, ByteString bytes, String name) {
        return switch (scalar) {
            case STRING -> TextNode.valueOf(bytes.toStringUtf8());
            case BYTES -> TextNode.valueOf(Base64.getEncoder().encodeToString(bytes.toByteArray()));
            case TIME -> bytes.isEmpty() ? null : time(parse(bytes), name);
            case INTSTR -> intOrString(parse(bytes));
            case QUANTITY -> TextNode.valueOf(text(parse(bytes), 1));
            case ANY -> fields(text(parse(bytes), 1));
            case INT, BOOL, NUMBER -> throw new IllegalArgumentException("packed numbers are not used by Kubernetes");
        };
    }

    private void entry(MapOf map, UnknownFieldSet entry, ObjectNode into) {
        String key = text(entry, 1);
        JsonNode unset = map.value() == Scalar.ANY ? Json.object() : TextNode.valueOf("");
        into.set(key, entry.hasField(2) ? one(map.value(), bytes(entry, 2), key) : unset);
    }

    /** The JSON text of {@code fieldsV1}. */
    private static JsonNode fields(String text) {
        return text.startsWith("{") ? Json.parse(text) : null;
    }

    private static JsonNode intOrString(UnknownFieldSet value) {
        boolean isText = number(value, 1) == 1;
        return isText ? TextNode.valueOf(text(value, 3)) : IntNode.valueOf((int) number(value, 2));
    }

    private static JsonNode time(UnknownFieldSet value, String name) {
        return TextNode.valueOf(Times.spelled(name, Instant.ofEpochSecond(number(value, 1), number(value, 2))));
    }

    private static UnknownFieldSet parse(ByteString bytes) {
        try {
            return UnknownFieldSet.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static long number(UnknownFieldSet message, int field) {
        List<Long> values = message.getField(field).getVarintList();
        return values.isEmpty() ? 0 : values.getLast();
    }

    private static String text(UnknownFieldSet message, int field) {
        return bytes(message, field).toStringUtf8();
    }

    private static ByteString bytes(UnknownFieldSet message, int field) {
        List<ByteString> values = message.getField(field).getLengthDelimitedList();
        return values.isEmpty() ? ByteString.EMPTY : values.getLast();
    }
}

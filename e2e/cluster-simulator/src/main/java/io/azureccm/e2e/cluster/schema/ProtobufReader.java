package io.azureccm.e2e.cluster.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.FieldType.ListOf;
import io.azureccm.e2e.cluster.schema.FieldType.MapOf;
import io.azureccm.e2e.cluster.schema.FieldType.Named;
import io.azureccm.e2e.cluster.schema.FieldType.Scalar;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;

/**
 * Parses request bodies in Kubernetes' protobuf format, which Go clients send, into JSON trees. Responses are always
 * JSON, which those clients accept, too.
 */
public final class ProtobufReader {
    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";
    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int VARINT = 0;
    private static final int BYTES = 2;

    private final TypeCatalog types;
    private final ProtobufNumbers numbers = ProtobufNumbers.load();

    public ProtobufReader(TypeCatalog types) {
        this.types = types;
    }

    /**
     * The object in the body, with apiVersion and kind; malformed or unknown input causes an IllegalArgumentException.
     */
    public ObjectNode read(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body);
        for (byte expected : MAGIC) {
            if (!in.hasRemaining() || in.get() != expected) {
                throw new IllegalArgumentException("the body does not start with the protobuf magic");
            }
        }
        String apiVersion = "";
        String kind = "";
        ByteBuffer raw = ByteBuffer.allocate(0);
        while (in.hasRemaining()) {
            int tag = (int) varint(in);
            ByteBuffer value = slice(in);
            if (tag >>> 3 == 1) {
                while (value.hasRemaining()) {
                    boolean version = varint(value) >>> 3 == 1;
                    String text = text(slice(value));
                    apiVersion = version ? text : apiVersion;
                    kind = version ? kind : text;
                }
            } else if (tag >>> 3 == 2) {
                raw = value;
            }
        }
        Struct struct = struct(apiVersion, kind);
        ObjectNode object = Json.object().put("apiVersion", apiVersion).put("kind", kind);
        message(struct, raw, object);
        return object;
    }

    private Struct struct(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        Struct grouped = slash < 0 ? null : types.all().get(apiVersion.substring(0, slash) + "/" + kind);
        Struct struct = grouped != null ? grouped : types.all().get(kind);
        if (struct == null || numbers.of(struct.name()).isEmpty()) {
            throw new IllegalArgumentException("no known protobuf format for " + apiVersion + " " + kind);
        }
        return struct;
    }

    private ObjectNode message(Struct struct, ByteBuffer in, ObjectNode into) {
        Map<Integer, ProtobufNumbers.Field> fields = numbers.of(struct.name());
        while (in.hasRemaining()) {
            int tag = (int) varint(in);
            ProtobufNumbers.Field field = fields.get(tag >>> 3);
            if ((tag & 7) == VARINT) {
                long value = varint(in);
                if (field != null && (field.optional() || value != 0)) {
                    into.set(field.name(), number(struct.fields().get(field.name()), value));
                }
            } else if ((tag & 7) == BYTES) {
                ByteBuffer value = slice(in);
                if (field != null) {
                    value(struct.fields().get(field.name()), field, value, into);
                }
            } else {
                throw new IllegalArgumentException("wire type " + (tag & 7) + " is not used by Kubernetes");
            }
        }
        return into;
    }

    private static JsonNode number(FieldType type, long value) {
        if (type == Scalar.BOOL) {
            return BooleanNode.valueOf(value != 0);
        }
        return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
    }

    private void value(FieldType type, ProtobufNumbers.Field field, ByteBuffer in, ObjectNode into) {
        String name = field.name();
        switch (type) {
            case ListOf list -> {
                ArrayNode array = into.get(name) instanceof ArrayNode present ? present : into.putArray(name);
                JsonNode item = one(list.item(), in, name);
                array.add(item == null ? TextNode.valueOf("") : item);
            }
            case MapOf map ->
                entry(map, in, into.get(name) instanceof ObjectNode present ? present : into.putObject(name));
            case FieldType single -> {
                JsonNode value = one(single, in, name);
                boolean empty = value == null || value.isTextual() && value.textValue().isEmpty()
                        || value.isObject() && value.isEmpty();
                if (value != null && (field.optional() || !empty)) {
                    into.set(name, value);
                }
            }
        }
    }

    private JsonNode one(FieldType type, ByteBuffer in, String name) {
        return switch (type) {
            case Named named -> message(types.struct(named), in, Json.object());
            case Scalar scalar -> scalar(scalar, in, name);
            case ListOf list -> throw new IllegalArgumentException("a list inside of a list");
            case MapOf map -> throw new IllegalArgumentException("a map inside of a list");
        };
    }

    /** Null stands for an empty value, such as the zero time. */
    private static JsonNode scalar(Scalar scalar, ByteBuffer in, String name) {
        return switch (scalar) {
            case STRING -> TextNode.valueOf(text(in));
            case BYTES -> TextNode.valueOf(Base64.getEncoder().encodeToString(bytes(in)));
            case TIME -> time(in, name);
            case INTSTR -> intOrString(in);
            case QUANTITY -> inner(in);
            case ANY -> raw(in);
            case INT, BOOL, NUMBER -> throw new IllegalArgumentException("packed numbers are not used by Kubernetes");
        };
    }

    private void entry(MapOf map, ByteBuffer in, ObjectNode into) {
        String key = "";
        JsonNode value = map.value() == Scalar.ANY ? Json.object() : TextNode.valueOf("");
        while (in.hasRemaining()) {
            boolean isKey = varint(in) >>> 3 == 1;
            ByteBuffer part = slice(in);
            if (isKey) {
                key = text(part);
            } else {
                value = one(map.value(), part, key);
            }
        }
        into.set(key, value);
    }

    private static JsonNode intOrString(ByteBuffer in) {
        boolean isText = false;
        int number = 0;
        String text = "";
        while (in.hasRemaining()) {
            int tag = (int) varint(in);
            if ((tag & 7) == BYTES) {
                text = text(slice(in));
            } else if (tag >>> 3 == 1) {
                isText = varint(in) == 1;
            } else {
                number = (int) varint(in);
            }
        }
        return isText ? TextNode.valueOf(text) : IntNode.valueOf(number);
    }

    private static JsonNode time(ByteBuffer in, String name) {
        if (!in.hasRemaining()) {
            return null;
        }
        long seconds = 0;
        int nanos = 0;
        while (in.hasRemaining()) {
            boolean first = varint(in) >>> 3 == 1;
            long value = varint(in);
            seconds = first ? value : seconds;
            nanos = first ? nanos : (int) value;
        }
        return TextNode.valueOf(Times.spelled(name, Instant.ofEpochSecond(seconds, nanos)));
    }

    /** The string in field 1 of a wrapper message. */
    private static JsonNode inner(ByteBuffer in) {
        String text = "";
        while (in.hasRemaining()) {
            varint(in);
            text = text(slice(in));
        }
        return TextNode.valueOf(text);
    }

    /** JSON bytes in field 1 of a wrapper message, as in {@code fieldsV1}. */
    private static JsonNode raw(ByteBuffer in) {
        String text = inner(in).textValue();
        return text.startsWith("{") ? Json.parse(text) : null;
    }

    private static ByteBuffer slice(ByteBuffer in) {
        int length = (int) varint(in);
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("the message is truncated");
        }
        ByteBuffer part = in.slice(in.position(), length);
        in.position(in.position() + length);
        return part;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (!in.hasRemaining()) {
                throw new IllegalArgumentException("the message is truncated");
            }
            byte part = in.get();
            value |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number with too many digits");
    }

    private static String text(ByteBuffer in) {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }
}

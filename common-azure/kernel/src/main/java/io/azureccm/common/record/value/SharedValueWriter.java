package io.azureccm.common.record.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/**
 * Writes the lines of a segment. Objects and arrays that occur again are written once: each of at least {@link #MIN_LENGTH} characters gets a
 * number where it is first written, inner ones before outer ones, and is {@code {"$":number}} from then on. What Azure responds, what was
 * written to it and what is known of it are mostly the same JSON, and mostly the same trees: these are not walked again. Fields that may
 * contain secrets are left out. {@link SharedValues} counts alike. Not thread-safe.
 */
public final class SharedValueWriter {
    static final int MIN_LENGTH = 48;
    static final int OF_REFERENCE = 8;
    static final String REFERENCE = "$";
    /** Smaller trees are walked as fast as they are found. */
    private static final int KNOWN = 200;

    private final JsonBytes out = new JsonBytes();
    private final ValueNumbers numbers = new ValueNumbers();
    private final FieldNames names = new FieldNames();
    private final WrittenNodes written = new WrittenNodes();
    /** That of what was written last, in characters, as the reader counts. */
    private int length;

    /** How many values have a number. */
    public int size() {
        return numbers.size();
    }

    /** Writes a line; returns how many bytes it has. */
    public int write(JsonNode value, OutputStream to) throws IOException {
        written.clean();
        out.cut(0);
        value(value, true);
        out.add('\n');
        int bytes = out.size();
        out.writeTo(to);
        return bytes;
    }

    /** Returns the hash of the value. {@code withholds}: fields that may contain secrets are left out. */
    private long value(JsonNode value, boolean withholds) {
        if (value instanceof ObjectNode || value instanceof ArrayNode)
            return container(value, withholds);
        int start = out.size();
        length = out.addValue(value);
        return out.hash(start);
    }

    private long container(JsonNode value, boolean withholds) {
        WrittenNodes.Place known = withholds ? written.of(value) : null;
        int start = out.size();
        if (known != null)
            return reference(start, known);
        long hash = value instanceof ObjectNode object
                ? object(object, withholds)
                : array((ArrayNode) value, withholds);
        if (length < MIN_LENGTH)
            return hash;
        int found = numbers.of(hash);
        WrittenNodes.Place place = new WrittenNodes.Place(hash, found < 0 ? numbers.add(hash) : found);
        if (withholds && out.size() - start >= KNOWN)
            written.add(value, place);
        return found < 0 ? hash : reference(start, place);
    }

    private long reference(int start, WrittenNodes.Place place) {
        out.cut(start);
        out.addPlain("{\"$\":" + place.number() + "}");
        length = OF_REFERENCE;
        return place.hash();
    }

    private long object(ObjectNode object, boolean withholds) {
        boolean isReserved = object.size() == 1 && object.has(REFERENCE);
        if (isReserved)
            out.addPlain("{\"$\":[");
        out.add('{');
        long hash = '{';
        int sum = 2;
        boolean first = true;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String name = field.getKey();
            FieldNames.Name asWritten = names.of(name);
            if (withholds && asWritten.isWithheld())
                continue;
            if (!first)
                out.add(',');
            first = false;
            out.add(asWritten.bytes());
            hash = JsonBytes.mixed(hash, asWritten.hash());
            hash = JsonBytes.mixed(hash, value(field.getValue(), withholds && !name.equals("tags")));
            sum += name.length() + 4 + length;
        }
        out.addPlain(isReserved ? "}]}" : "}");
        length = sum;
        return hash;
    }

    private long array(ArrayNode array, boolean withholds) {
        out.add('[');
        long hash = '[';
        int sum = 2;
        for (int i = 0; i < array.size(); i++) {
            if (i > 0)
                out.add(',');
            hash = JsonBytes.mixed(hash, value(array.get(i), withholds));
            sum += 1 + length;
        }
        out.add(']');
        length = sum;
        return hash;
    }
}

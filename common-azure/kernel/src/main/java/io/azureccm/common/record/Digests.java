package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The digest of a map of values by name. That of an entry is computed again only when its value is not equal to the one before. Not
 * thread-safe.
 */
public final class Digests<V> {
    private static final int DIGITS = 24;

    /** A value, and the parts of its digest. */
    private static final class Known<V> {
        private V value;
        private final long high;
        private final long low;

        Known(V value, ByteBuffer digest) {
            this.value = value;
            this.high = digest.getLong();
            this.low = digest.getLong();
        }

        /** If so, what comes next is compared with this value: it is likely the same object. */
        boolean isOf(V other) {
            if (value != other && !value.equals(other))
                return false;
            value = other;
            return true;
        }
    }

    private final Function<V, JsonNode> json;
    private final Map<String, Known<V>> last = new HashMap<>();
    /** The sums of all parts. */
    private long high;
    private long low;

    /** {@code json}: all of a value that counts. */
    public Digests(Function<V, JsonNode> json) {
        this.json = json;
    }

    /** The same for equal maps. */
    public String of(Map<String, V> values) {
        // A turn that first reads has no values; those of the turn before are likely those of the next one.
        if (values.isEmpty())
            return text(0, 0);
        values.forEach((name, value) -> {
            Known<V> before = last.get(name);
            if (before == null || !before.isOf(value)) {
                Known<V> now = known(name, value);
                last.put(name, now);
                high += now.high;
                low += now.low;
                subtract(before);
            }
        });
        if (last.size() > values.size())
            forgetAllBut(values.keySet());
        return text(high, low);
    }

    private void subtract(Known<V> known) {
        if (known != null) {
            high -= known.high;
            low -= known.low;
        }
    }

    private void forgetAllBut(Set<String> names) {
        List<String> gone = last.keySet().stream().filter(name -> !names.contains(name)).toList();
        gone.forEach(name -> subtract(last.remove(name)));
    }

    private static String text(long high, long low) {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    private Known<V> known(String name, V value) {
        StringBuilder text = new StringBuilder(name).append('\n');
        addSorted(json.apply(value), text);
        return new Known<>(value, ByteBuffer.wrap(sha(text.toString())));
    }

    /** The digest of one value, independent of the order of its members. */
    public static String of(JsonNode json) {
        StringBuilder text = new StringBuilder();
        addSorted(json, text);
        return HexFormat.of().formatHex(sha(text.toString())).substring(0, DIGITS);
    }

    /** Members in the order of their names: that of a tree that was parsed may differ. */
    private static void addSorted(JsonNode json, StringBuilder to) {
        if (json.isObject()) {
            Map<String, JsonNode> members = new TreeMap<>();
            json.properties().forEach(each -> members.put(each.getKey(), each.getValue()));
            String next = "{";
            for (Map.Entry<String, JsonNode> each : members.entrySet()) {
                addSorted(each.getValue(), to.append(next).append(each.getKey()).append('='));
                next = ", ";
            }
            to.append(members.isEmpty() ? "{}" : "}");
        } else if (json.isArray()) {
            String next = "[";
            for (JsonNode each : json) {
                addSorted(each, to.append(next));
                next = ", ";
            }
            to.append(json.isEmpty() ? "[]" : "]");
        } else {
            addQuoted(json, to);
        }
    }

    private static void addQuoted(JsonNode value, StringBuilder to) {
        if (value.isTextual() && isPlain(value.textValue()))
            to.append('"').append(value.textValue()).append('"');
        else
            to.append(value);
    }

    /** JSON has it as it is, in quotes. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each < ' ' || each > '~' || each == '"' || each == '\\')
                return false;
        }
        return true;
    }

    private static byte[] sha(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

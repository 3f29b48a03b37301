package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The digest of a map of values by name. That of an entry is computed again only when its value is not equal to the one before. Not
 * thread-safe.
 */
public final class Digests<V> {
    private static final int DIGITS = 24;

    /** A value, and the parts of its digest. */
    private record Known<V>(V value, long high, long low) {}

    private final Function<V, JsonNode> json;
    private Map<String, Known<V>> last = Map.of();

    /** {@code json}: all of a value that counts. */
    public Digests(Function<V, JsonNode> json) {
        this.json = json;
    }

    /** The same for equal maps. */
    public String of(Map<String, V> values) {
        Map<String, Known<V>> now = HashMap.newHashMap(values.size());
        long high = 0;
        long low = 0;
        for (Map.Entry<String, V> each : values.entrySet()) {
            Known<V> known = last.get(each.getKey());
            if (known == null || !known.value().equals(each.getValue()))
                known = known(each.getKey(), each.getValue());
            now.put(each.getKey(), known);
            high += known.high();
            low += known.low();
        }
        // A turn that first reads has no values; those of the turn before are likely those of the next one.
        if (!now.isEmpty())
            last = now;
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    private Known<V> known(String name, V value) {
        ByteBuffer digest = ByteBuffer.wrap(sha(name + "\n" + sorted(json.apply(value))));
        return new Known<>(value, digest.getLong(), digest.getLong());
    }

    /** The digest of one value, independent of the order of its members. */
    public static String of(JsonNode json) {
        return HexFormat.of().formatHex(sha(sorted(json))).substring(0, DIGITS);
    }

    /** Members in the order of their names: that of a tree that was parsed may differ. */
    private static String sorted(JsonNode json) {
        if (json.isObject()) {
            Map<String, String> members = new TreeMap<>();
            json.properties().forEach(each -> members.put(each.getKey(), sorted(each.getValue())));
            return members.toString();
        }
        if (json.isArray())
            return json.valueStream().map(Digests::sorted).toList().toString();
        return json.toString();
    }

    private static byte[] sha(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.Operation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The digest of a map of values by name. That of an entry is computed again only when its value is not equal to the one before. Not
 * thread-safe.
 */
public final class Digests<V> {
    /** A value, and the parts of its digest. */
    private record Known<V>(V value, long high, long low) {}

    private final Function<V, Digest> digest;
    private final Map<String, Known<V>> last = new HashMap<>();
    /** The sums of all parts. */
    private long high;
    private long low;

    private Digests(Function<V, Digest> digest) {
        this.digest = digest;
    }

    /** {@code json}: all of a value that counts. */
    public static <V> Digests<V> ofJson(Function<V, JsonNode> json) {
        return new Digests<>(value -> Digest.of(json.apply(value)));
    }

    /** Of operations without their bodies. */
    static Digests<Operation> ofOperations() {
        return new Digests<>(Digest::of);
    }

    /** The same for equal maps. */
    public String of(Map<String, V> values) {
        // A turn that first reads has no values; those of the turn before are likely those of the next one.
        if (values.isEmpty())
            return Digest.text(0, 0);
        values.forEach((name, value) -> {
            Known<V> before = last.get(name);
            if (before == null || before.value() != value) {
                Known<V> now = before != null && before.value().equals(value)
                        ? new Known<>(value, before.high(), before.low())
                        : known(name, value);
                last.put(name, now);
                high += now.high();
                low += now.low();
                subtract(before);
            }
        });
        if (last.size() > values.size())
            forgetAllBut(values.keySet());
        return Digest.text(high, low);
    }

    private void subtract(Known<V> known) {
        if (known != null) {
            high -= known.high();
            low -= known.low();
        }
    }

    private void forgetAllBut(Set<String> names) {
        List<String> gone = last.keySet().stream().filter(name -> !names.contains(name)).toList();
        gone.forEach(name -> subtract(last.remove(name)));
    }

    private Known<V> known(String name, V value) {
        Digest of = digest.apply(value).add(name);
        return new Known<>(value, of.high(), of.low());
    }

    /** The digest of one value, independent of the order of its members. */
    public static String of(JsonNode json) {
        return Digest.of(json).toString();
    }
}

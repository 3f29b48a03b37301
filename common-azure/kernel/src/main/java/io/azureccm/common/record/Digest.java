package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import java.util.Collection;
import java.util.HexFormat;

/**
 * 128 bits of a value, the same in every process and independent of the order of members and of elements of sets. Finds differences; no protection
 * against somebody who looks for two values with the same digest.
 */
final class Digest {
    private static final long HIGH = 0x9E3779B97F4A7C15L;
    private static final long LOW = 0xC2B2AE3D27D4EB4FL;

    private long high = HIGH;
    private long low = LOW;

    static Digest of(JsonNode json) {
        return new Digest().add(json);
    }

    /** All of it but its body. */
    static Digest of(Operation operation) {
        Digest digest = new Digest().add(operation.verb().name())
                .add(operation.target().toString())
                .add(operation.action())
                .add(operation.ifMatch())
                .addAll(operation.after().stream().map(ArmId::toString).toList())
                .addAll(operation.awaits())
                .addAll(operation.subjects());
        for (Change change : operation.changes()) {
            digest.add(change.kind().name()).add(change.element()).add(change.name()).add(change.cause());
            change.fields().forEach(field -> digest.add(field.path()).add(field.before()).add(field.after()));
            digest.add(change.fields().size());
        }
        return digest.add(operation.changes().size());
    }

    private Digest add(Cause cause) {
        return add(cause.reason()).add(cause.subject());
    }

    Digest add(String text) {
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            high = (high ^ each) * HIGH;
            low = Long.rotateLeft(low + each, 23) * LOW;
        }
        return add(text.length());
    }

    Digest add(long number) {
        high = Long.rotateLeft((high ^ number) * LOW, 31);
        low = (Long.rotateLeft(low, 29) + number) * HIGH;
        return this;
    }

    private Digest addAll(Collection<String> texts) {
        long highs = 0;
        long lows = 0;
        for (String text : texts) {
            Digest each = new Digest().add(text);
            highs += each.high();
            lows += each.low();
        }
        return add(highs).add(lows).add(texts.size());
    }

    private Digest add(JsonNode json) {
        if (json.isObject()) {
            long highs = 0;
            long lows = 0;
            for (var member : json.properties()) {
                Digest each = new Digest().add(member.getKey()).add(member.getValue());
                highs += each.high();
                lows += each.low();
            }
            return add(highs).add(lows).add(json.size()).add('{');
        }
        if (json.isArray()) {
            json.forEach(this::add);
            return add(json.size()).add('[');
        }
        return add(json.asText()).add(json.getNodeType().ordinal());
    }

    /** The first half. */
    long high() {
        return mixed(high ^ Long.rotateLeft(low, 17));
    }

    /** The second half. */
    long low() {
        return mixed(low ^ Long.rotateLeft(high, 41));
    }

    private static long mixed(long bits) {
        long mixed = (bits ^ bits >>> 32) * HIGH;
        mixed = (mixed ^ mixed >>> 29) * LOW;
        return mixed ^ mixed >>> 32;
    }

    static String text(long high, long low) {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    @Override
    public String toString() {
        return text(high(), low());
    }
}

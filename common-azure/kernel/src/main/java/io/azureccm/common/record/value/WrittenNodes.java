package io.azureccm.common.record.value;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/** Which trees were written, by their identity, as long as others use them. Not thread-safe. */
final class WrittenNodes {
    /** The hash of a value, and its number. */
    record Place(long hash, int number) {}

    private static final class Weak extends WeakReference<JsonNode> {
        private final int hash;

        Weak(JsonNode node, ReferenceQueue<JsonNode> ended) {
            super(node, ended);
            this.hash = System.identityHashCode(node);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** Finds a {@link Weak}. */
    private record Wanted(JsonNode node) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Weak weak && weak.refersTo(node);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(node);
        }
    }

    private final Map<Object, Place> places = new HashMap<>();
    private final ReferenceQueue<JsonNode> ended = new ReferenceQueue<>();

    /** Null if it was not written. */
    Place of(JsonNode node) {
        return places.get(new Wanted(node));
    }

    void add(JsonNode node, Place place) {
        places.put(new Weak(node, ended), place);
    }

    /** Forgets what nobody else uses any more. */
    void clean() {
        for (Reference<?> each = ended.poll(); each != null; each = ended.poll())
            places.remove(each);
    }
}

package io.azureccm.common.core.shared;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that evicts the least recently used entry when it exceeds its limit. */
public final class LruMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int limit;

    public LruMap(int limit) {
        super(16, 0.75f, true);
        this.limit = limit;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > limit;
    }
}

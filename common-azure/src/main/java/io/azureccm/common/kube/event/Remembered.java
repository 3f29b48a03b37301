package io.azureccm.common.kube.event;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was not used for longest when it grows over its limit. */
final class Remembered<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int limit;

    Remembered(int limit) {
        super(16, 0.75f, true);
        this.limit = limit;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > limit;
    }
}

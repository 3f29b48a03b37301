package io.azureccm.common.config.arm;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How old cached reads may be. Every {@link CacheKind} has an entry; entries with a zero or negative age are not cached.
 *
 * @param disabled                every read goes to Azure
 * @param listWithoutInstanceView scale set machines are listed without their instance view
 */
public record CacheConfig(boolean disabled, boolean listWithoutInstanceView, Map<CacheKind, Duration> ttls) {

    public CacheConfig {
        Map<CacheKind, Duration> all = new EnumMap<>(CacheKind.class);
        for (CacheKind kind : CacheKind.values()) {
            Duration ttl = ttls.get(kind);
            all.put(kind, ttl == null || !ttl.isPositive() ? kind.defaultTtl() : ttl);
        }
        ttls = Collections.unmodifiableMap(all);
    }

    /** Maximum age of a cached value; zero if caching is off. */
    public Duration ttl(CacheKind kind) {
        return disabled ? Duration.ZERO : ttls.get(kind);
    }
}

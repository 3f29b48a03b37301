package io.azureccm.common.config.arm;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;
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
@Keys(KeyGroup.CACHES)
public record CacheConfig(
        @Key(value = "disableAPICallCache", effect = "Every read goes to Azure") boolean disabled,
        @Key(value = "listVmssVirtualMachinesWithoutInstanceView", effect = "Lists machines of a scale set"
                + " without their power states") boolean listWithoutInstanceView,
        @Key(Key.FOR_EACH) Map<CacheKind, Duration> ttls) {

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

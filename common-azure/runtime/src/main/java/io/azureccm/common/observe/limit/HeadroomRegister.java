package io.azureccm.common.observe.limit;

import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.observe.LeaseEvents;
import io.azureccm.common.observe.metrics.GaugeRows;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How near Azure's limits this leader is: as metrics, whose series end with their resources, and reported once whenever nine
 * tenths of a limit are used; again only after usage has dropped well below that.
 */
public final class HeadroomRegister {
    public static final String NEAR = "LimitNear";
    private static final Logger log = LoggerFactory.getLogger(HeadroomRegister.class);
    private static final int REPORTED_PERCENT = 90;
    private static final int SHOWN = 80;
    /**
     * Below this a limit is no longer near; between the two thresholds nothing changes, so that fluctuating usage is reported
     * once.
     */
    private static final int FORGOTTEN = 85;

    private record Key(Headroom.Limit limit, String resource) {
        static Key of(Headroom headroom) {
            return new Key(headroom.limit(), headroom.resource());
        }
    }

    private final GaugeRows used;
    private final GaugeRows max;
    private final Consumer<Headroom> listener;
    private final Set<Key> near = new HashSet<>();
    private volatile List<Headroom> shown = List.of();

    /** {@code listener} receives each limit that becomes near. */
    public HeadroomRegister(MeterRegistry registry, Consumer<Headroom> listener) {
        this.used = new GaugeRows(registry, "controller.headroom.used", "Used part of a limit");
        this.max = new GaugeRows(registry, "controller.headroom.limit", "The maximum that the limit allows");
        this.listener = listener;
    }

    /** Reports by an event and in the log. */
    public static Consumer<Headroom> events(LeaseEvents events) {
        return headroom -> events.warn(log, NEAR, headroom + ". " + headroom.limit().consequence());
    }

    /** All that is known now: limits that are not included no longer exist. */
    public synchronized void now(Collection<Headroom> all) {
        show(all);
        Set<Key> present = new HashSet<>();
        for (Headroom each : all) {
            Key key = Key.of(each);
            present.add(key);
            if (!each.isAt(FORGOTTEN))
                near.remove(key);
            if (each.isAt(REPORTED_PERCENT) && near.add(key))
                listener.accept(each);
        }
        near.retainAll(present);
    }

    /** For the last line of a plan: the limits of which four fifths are used; "" if there are none. */
    public String nearText() {
        return shown.stream()
                .filter(each -> each.isAt(SHOWN))
                .map(Headroom::toString)
                .collect(Collectors.joining(", "));
    }

    /** Another instance leads: nothing is known here. */
    public synchronized void forget() {
        near.clear();
        show(List.of());
    }

    private void show(Collection<Headroom> all) {
        shown = List.copyOf(all);
        used.show(rows(all, Headroom::used));
        max.show(rows(all, Headroom::max));
    }

    private static Map<Tags, Long> rows(Collection<Headroom> all, ToLongFunction<Headroom> value) {
        Map<Tags, Long> rows = new LinkedHashMap<>();
        all.forEach(each -> rows.put(Tags.of("limit", each.limit().label(), "resource", each.resource()),
                value.applyAsLong(each)));
        return rows;
    }
}

package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.kube.leader.LeaseRecord;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.kube.leader.StoredLease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Who held the lease of each app from when on, as the API has confirmed it; holders are instances by name. */
public final class LeaseLedger {
    private record Holding(Instant from, String holder) {}

    /** What the API said last, by app: who asked first may hear of it last. */
    private final Map<String, Long> versions = new ConcurrentHashMap<>();

    private final Map<String, List<Holding>> holdings = new ConcurrentHashMap<>();

    /** A store that notes what was written through it. */
    public LeaseStore around(String app, LeaseStore store) {
        return new LeaseStore() {
            @Override
            public Optional<StoredLease> read() {
                return store.read();
            }

            @Override
            public Optional<StoredLease> create(LeaseRecord record) {
                return noted(app, store.create(record));
            }

            @Override
            public Optional<StoredLease> update(StoredLease seen, LeaseRecord record) {
                return noted(app, store.update(seen, record));
            }
        };
    }

    /** Without election an instance may write from its start until it is replaced. */
    public void holds(String app, String holder) {
        List<Holding> known = holdings.computeIfAbsent(app, a -> new ArrayList<>());
        synchronized (known) {
            if (known.isEmpty() || !known.getLast().holder().equals(holder))
                known.add(new Holding(Instant.now(), holder));
        }
    }

    /** Who may write at the moment, "" when nobody may. */
    public String holder(String app, Instant at) {
        List<Holding> known = holdings.getOrDefault(app, List.of());
        String holder = "";
        synchronized (known) {
            for (Holding holding : known) {
                if (holding.from().isAfter(at))
                    break;
                holder = holding.holder();
            }
        }
        return holder;
    }

    public int changes() {
        return holdings.values().stream().mapToInt(list -> Math.max(0, list.size() - 1)).sum();
    }

    private synchronized Optional<StoredLease> noted(String app, Optional<StoredLease> written) {
        written.filter(lease -> isNews(app, lease.object().at("/metadata/resourceVersion").asLong()))
                .ifPresent(lease -> holds(app, lease.record().holder()));
        return written;
    }

    private boolean isNews(String app, long version) {
        return versions.merge(app, version, Math::max) == version;
    }
}

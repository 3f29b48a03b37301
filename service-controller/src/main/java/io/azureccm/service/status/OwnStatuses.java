package io.azureccm.service.status;

import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.informer.WatchedCluster;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The statuses that this process has written and that the watch does not show yet, by UID, so that the current status of a Service is known
 * without waiting for the watch. Immutable.
 */
public record OwnStatuses(Map<String, StatusWrite> written) {
    public static final OwnStatuses NONE = new OwnStatuses(Map.of());

    public OwnStatuses {
        written = Map.copyOf(written);
    }

    public OwnStatuses wrote(String uid, StatusWrite write) {
        return new OwnStatuses(Copies.with(written, uid, write));
    }

    /** Without those that the watch shows by now, and without Services that are gone. */
    public OwnStatuses upToDate(WatchedCluster watched, Instant now) {
        return new OwnStatuses(Copies.retained(written, (uid, write) -> watched.service(uid)
                .filter(shown -> write.isNewerThan(shown.service(), now))
                .isPresent()));
    }

    public Optional<StatusWrite> of(String uid) {
        return Optional.ofNullable(written.get(uid));
    }

    /** The Service with its latest status, which may be newer than the watched one. */
    public Service latest(Service watched) {
        return of(watched.getMetadata().getUid()).map(own -> own.on(watched)).orElse(watched);
    }
}

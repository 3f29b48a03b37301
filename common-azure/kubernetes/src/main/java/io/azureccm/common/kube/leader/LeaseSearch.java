package io.azureccm.common.kube.leader;

import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import io.azureccm.common.kube.leader.LeaseWatch.State;
import io.azureccm.common.kube.leader.LeaseWatch.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/**
 * Finds the Leases of one name in all namespaces. This needs the right to list leases of that name; without it, and if the API
 * fails for long, nothing is found. For use by one thread.
 */
public final class LeaseSearch {
    private final Supplier<List<String>> namespaces;
    private final Duration patience;
    private final LeaderClock clock;
    private final String url;
    private List<String> found = List.of();
    private Optional<Long> failingSince = Optional.empty();

    /** {@code patience}: how long the API may fail before the search is given up. */
    public LeaseSearch(KubernetesClient client, String name, Duration patience) {
        this(() -> list(new ApiRequests(client), name), patience, LeaderClock.SYSTEM,
                client.getMasterUrl().toString());
    }

    /** {@code namespaces} returns those with a lease of the name. */
    public LeaseSearch(Supplier<List<String>> namespaces, Duration patience, LeaderClock clock, String url) {
        this.namespaces = namespaces;
        this.patience = patience;
        this.clock = clock;
        this.url = url;
    }

    /** Any version of the list will do: who renews a lease shows in the lease itself. */
    private static List<String> list(ApiRequests api, String name) {
        return StreamSupport.stream(api
                .get("apis/coordination.k8s.io/v1/leases?resourceVersion=0&fieldSelector=metadata.name%3D" + name)
                .path("items")
                .spliterator(), false).map(lease -> lease.at("/metadata/namespace").asText()).toList();
    }

    /** Sends one request to the API. {@link State#ABSENT} if it was answered, whatever was found. */
    public Status check() {
        try {
            found = List.copyOf(namespaces.get());
            failingSince = Optional.empty();
            return new Status(State.ABSENT, "", "", 0);
        } catch (RuntimeException failure) {
            long since = failingSince.orElseGet(() -> clock.now().nanos());
            failingSince = Optional.of(since);
            int code = KubeFailures.code(failure);
            boolean over = code == 401 || code == 403 || clock.sinceNanos(since).compareTo(patience) >= 0;
            return new Status(over ? State.NOT_SEARCHED : State.UNKNOWN, "", KubeFailures.describe(url, failure), code);
        }
    }

    /** The namespaces that the last answered search has found. */
    public List<String> found() {
        return found;
    }
}

package io.azureccm.common.boot.leader;

import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.kube.leader.ApiLeaseStore;
import io.azureccm.common.kube.leader.LeaderClock;
import io.azureccm.common.kube.leader.LeaseObservation;
import io.azureccm.common.kube.leader.LeaseSearch;
import io.azureccm.common.kube.leader.LeaseWatch;
import io.azureccm.common.kube.leader.LeaseWatch.State;
import io.azureccm.common.kube.leader.LeaseWatch.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The leases of other programs: those that options name with their namespaces, and those that are found in any namespace. For
 * use by one thread.
 */
public final class OtherLeases {
    private final LeaderElectionOptions options;
    private final Function<LeaseName, LeaseWatch> watch;
    private final Map<LeaseName, LeaseSearch> searches = new HashMap<>();
    private final Map<LeaseName, LeaseWatch> watches = new LinkedHashMap<>();
    private volatile Map<String, LeaseObservation> observations = Map.of();

    /** {@code before}: what a predecessor of this process saw of leases, by their names. */
    public OtherLeases(LeaderElectionOptions options, KubernetesClient client, Map<String, LeaseObservation> before) {
        this(options, lease -> {
            LeaseWatch watch = new LeaseWatch(new ApiLeaseStore(client, lease.namespace(), lease.name()),
                    options.leaseDuration(), LeaderClock.SYSTEM, client.getMasterUrl().toString());
            return Optional.ofNullable(before.get(lease.toString())).map(watch::knowing).orElse(watch);
        },
                lease -> new LeaseSearch(client, lease.name(), options.leaseDuration()));
    }

    OtherLeases(LeaderElectionOptions options, Function<LeaseName, LeaseWatch> watch,
            Function<LeaseName, LeaseSearch> search) {
        this.options = options;
        this.watch = watch;
        for (LeaseName lease : options.leasesOfOthers()) {
            if (lease.isInAnyNamespace())
                searches.put(lease, search.apply(lease));
            else
                watches.put(lease, watch.apply(lease));
        }
    }

    /** What is known before the first check. */
    Map<LeaseName, Status> unknown() {
        Map<LeaseName, Status> statuses = new LinkedHashMap<>();
        options.leasesOfOthers().forEach(lease -> statuses.put(lease, Status.NONE));
        return statuses;
    }

    /**
     * Sends a request to the API for each lease and each search. The result contains a search only as long as it does not
     * succeed.
     */
    public Map<LeaseName, Status> check() {
        Map<LeaseName, Status> statuses = new LinkedHashMap<>();
        searches.forEach((name, search) -> {
            Status status = search.check();
            search.found()
                    .stream()
                    .map(namespace -> new LeaseName(namespace, name.name()))
                    .filter(options::isOfOthers)
                    .forEach(lease -> watches.computeIfAbsent(lease, watch));
            if (status.state() != State.ABSENT)
                statuses.put(name, status);
        });
        Map<String, LeaseObservation> seen = new LinkedHashMap<>();
        watches.forEach((lease, each) -> {
            statuses.put(lease, each.check());
            each.observation().ifPresent(observation -> seen.put(lease.toString(), observation));
        });
        observations = seen;
        return statuses;
    }

    /** What the last check saw, by the names of the leases, for a successor of this process. May be called by any thread. */
    Map<String, LeaseObservation> observations() {
        return observations;
    }
}

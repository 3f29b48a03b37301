package io.azureccm.common.boot.leader;

import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.settings.LeaderElectionSettings;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.leader.LeaseObservation;
import io.azureccm.common.observe.LeaseEvents;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.Supplier;
import org.springframework.cloud.kubernetes.commons.leader.LeaderProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.integration.leader.event.DefaultLeaderEventPublisher;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/** How leadership is decided: by the setting {@code azureccm.leader-election.mode}, or not at all. */
public enum LeaderMode {
    /** A {@code coordination.k8s.io} Lease. */
    LEASE,
    /** The ConfigMap-based election of spring-cloud-kubernetes. */
    CONFIGMAP,
    /** {@code --leader-elect=false}. */
    ALONE,
    /** A dry run writes nothing, not even a lease: it plans like a leader but does not lead. */
    DRY_RUN;

    public static LeaderMode of(LeaderElectionSettings settings, ControllerOptions options) {
        if (options.dryRun())
            return DRY_RUN;
        if (!options.leaderElection().enabled())
            return ALONE;
        return settings.mode() == LeaderElectionSettings.Mode.LEASE ? LEASE : CONFIGMAP;
    }

    /** {@code starter}: the settings of the ConfigMap-based election. */
    public Election election(Preflight.Cleared cleared, LeaderFlag leaderFlag, ApplicationEventPublisher events,
            LeaseEvents notices, Supplier<LeaderProperties> starter) {
        Election elected = elected(cleared, leaderFlag, events, starter);
        return this == DRY_RUN || cleared.options().leaderElection().leasesOfOthers().isEmpty()
                ? elected
                : new GuardedElection(elected, guard(cleared, leaderFlag, notices));
    }

    private static HandOverGuard guard(Preflight.Cleared cleared, LeaderFlag leaderFlag, LeaseEvents notices) {
        LeaderElectionOptions options = cleared.options().leaderElection();
        KubernetesClient client = KubeClients.openForLease(cleared.kubeSettings(),
                options.renewDeadline().dividedBy(2));
        return new HandOverGuard(new OtherLeases(options, client, LeaseObservation
                .parseAll(cleared.environment().get(LeaseObservation.OTHERS), System::nanoTime)), options.retryPeriod(),
                leaderFlag,
                new HandOverNotices(notices, cleared.options().app(), System::nanoTime), client::close);
    }

    private Election elected(Preflight.Cleared cleared, LeaderFlag leaderFlag, ApplicationEventPublisher events,
            Supplier<LeaderProperties> starter) {
        LeaderEventPublisher publisher = new DefaultLeaderEventPublisher(events);
        LeaderElectionOptions options = cleared.options().leaderElection();
        return switch (this) {
            case LEASE -> new LeaseElection(cleared.kubeSettings(), options, LeaseObservation
                    .parse(cleared.environment().get(LeaseObservation.VARIABLE), System::nanoTime), events);
            case CONFIGMAP ->
                new ConfigMapElection(cleared.kubeSettings(), options, starter.get(), leaderFlag, publisher);
            case ALONE -> new SoloElection("--leader-elect=false", true, options.resourceName(), publisher);
            case DRY_RUN -> new SoloElection(
                    cleared.options().run().shadow() ? "nobody leads: --shadow" : "nobody leads: --dry-run", false,
                    options.resourceName(), publisher);
        };
    }
}

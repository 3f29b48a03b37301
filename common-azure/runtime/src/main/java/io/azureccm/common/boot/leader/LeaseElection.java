package io.azureccm.common.boot.leader;

import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.azureccm.common.kube.leader.ApiLeaseStore;
import io.azureccm.common.kube.leader.LeaderClock;
import io.azureccm.common.kube.leader.LeaderElection;
import io.azureccm.common.kube.leader.LeaseSettings;
import io.azureccm.common.kube.leader.LeaseObservation;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;
import org.springframework.context.ApplicationEventPublisher;

/** The election on a Lease. It has its own client, so that neither load nor rate limits delay a renewal. */
final class LeaseElection implements Election {
    private final String name;
    private final KubernetesClient client;
    private final LeaderElection election;

    /** {@code before}: what a predecessor of this process saw of the lease. */
    LeaseElection(KubeSettings kube, LeaderElectionOptions options, Optional<LeaseObservation> before,
            ApplicationEventPublisher publisher) {
        this.name = options.resourceNamespace() + "/" + options.resourceName();
        this.client = KubeClients.openForLease(kube, options.renewDeadline().dividedBy(2));
        this.election = new LeaderElection(
                new ApiLeaseStore(client, options.resourceNamespace(), options.resourceName()),
                new LeaseSettings(options.resourceNamespace(), options.resourceName(),
                        LeaseSettings.identityOfThisProcess(), options.leaseDuration(), options.renewDeadline(),
                        options.retryPeriod()),
                LeaderClock.SYSTEM, client.getMasterUrl().toString(), publisher::publishEvent);
        before.ifPresent(election::know);
    }

    @Override
    public String decidedBy() {
        return "lease " + name;
    }

    @Override
    public WriteFence fence() {
        return election::refusal;
    }

    @Override
    public boolean isSuccessor() {
        return election.isSuccessor();
    }

    @Override
    public long slowRenewals() {
        return election.slowRenewals();
    }

    @Override
    public Optional<LeaseObservation> observation() {
        return election.observation();
    }

    @Override
    public LeaderState leader() {
        return new LeaderState(election.holder(), election.problem());
    }

    @Override
    public void start() {
        election.start();
    }

    @Override
    public void stop(Duration longest) {
        election.close(longest);
        client.close();
    }
}

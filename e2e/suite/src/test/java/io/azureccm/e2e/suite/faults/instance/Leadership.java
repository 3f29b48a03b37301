package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.azureccm.common.kube.leader.ApiLeaseStore;
import io.azureccm.common.kube.leader.LeaderClock;
import io.azureccm.common.kube.leader.LeaderElection;
import io.azureccm.common.kube.leader.LeaseSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;

/** Whether an instance leads: by election on a lease, or because there is no other. */
public interface Leadership extends AutoCloseable {
    /** Makes the leadership of an instance; {@code changed} is run whenever the answers may have changed. */
    @FunctionalInterface
    interface Maker {
        Leadership make(String instance, KubeSettings kube, Runnable changed);
    }

    void start();

    /** The number of the term, 0 without one. */
    long term();

    /** Whether another instance has led before, as far as known. */
    boolean isSuccessor();

    /** Why nothing may be written now. */
    Optional<String> refusal();

    @Override
    void close();

    /** Leads always; the ledger says so. */
    static Maker alone(LeaseLedger ledger, String app) {
        return (instance, kube, changed) -> new Leadership() {
            @Override
            public void start() {
                ledger.holds(app, instance);
            }

            @Override
            public long term() {
                return 1;
            }

            @Override
            public boolean isSuccessor() {
                return true;
            }

            @Override
            public Optional<String> refusal() {
                return Optional.empty();
            }

            @Override
            public void close() {
                // Nothing is held.
            }
        };
    }

    /**
     * Competes for the lease of the app. Others wait for seconds after its holder has stopped: what was allowed just before has arrived
     * then, even on a machine with much else to do.
     */
    static Maker elected(LeaseLedger ledger, String app) {
        return (instance, kube, changed) -> {
            LeaseSettings settings = new LeaseSettings("kube-system", "azure-" + app, instance, Duration.ofSeconds(5),
                    Duration.ofMillis(1000), Duration.ofMillis(150));
            KubernetesClient client = KubeClients.openForLease(kube, settings.renewDeadline().dividedBy(2));
            LeaderElection election = new LeaderElection(
                    ledger.around(app, new ApiLeaseStore(client, settings.namespace(), settings.name())), settings,
                    LeaderClock.SYSTEM, "the simulated API", event -> changed.run());
            return new Leadership() {
                @Override
                public void start() {
                    election.start();
                }

                @Override
                public long term() {
                    return election.term();
                }

                @Override
                public boolean isSuccessor() {
                    return election.isSuccessor();
                }

                @Override
                public Optional<String> refusal() {
                    return election.refusal();
                }

                @Override
                public void close() {
                    election.close();
                    client.close();
                }
            };
        };
    }
}

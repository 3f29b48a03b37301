package io.azureccm.common.kube.leader;

import java.util.Optional;

/** Stores the lease. Calls may take long; failures are thrown as the Kubernetes client throws them. */
public interface LeaseStore {
    Optional<StoredLease> read();

    /** Empty if another candidate created the lease first. */
    Optional<StoredLease> create(LeaseRecord record);

    /** Empty if the lease has changed since it was seen. */
    Optional<StoredLease> update(StoredLease seen, LeaseRecord record);
}

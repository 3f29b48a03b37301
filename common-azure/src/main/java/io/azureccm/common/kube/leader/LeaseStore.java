package io.azureccm.common.kube.leader;

import java.util.Optional;

/** Where the lease is kept. Calls may take long; failures are thrown as the Kubernetes client throws them. */
public interface LeaseStore {
    Optional<StoredLease> read();

    /** Empty if somebody else made the lease before. */
    Optional<StoredLease> create(LeaseRecord record);

    /** Empty if the lease is no longer as it was seen. */
    Optional<StoredLease> update(StoredLease seen, LeaseRecord record);
}

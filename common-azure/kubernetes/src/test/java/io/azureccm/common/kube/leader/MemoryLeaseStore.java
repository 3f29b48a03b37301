package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.databind.node.IntNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A lease in memory with versions, and switches for what can go wrong on the way to it. */
final class MemoryLeaseStore {
    private StoredLease lease;
    private int versions;

    /** One candidate's way to the lease. */
    final class Way implements LeaseStore {
        volatile CountDownLatch hang = new CountDownLatch(0);
        volatile boolean down;
        volatile Runnable afterWrite = () -> {};
        int requests;

        @Override
        public Optional<StoredLease> read() {
            request();
            return current();
        }

        @Override
        public Optional<StoredLease> create(LeaseRecord record) {
            request();
            Optional<StoredLease> written = write(null, record);
            afterWrite.run();
            return written;
        }

        @Override
        public Optional<StoredLease> update(StoredLease seen, LeaseRecord record) {
            request();
            Optional<StoredLease> written = write(seen, record);
            afterWrite.run();
            return written;
        }

        private void request() {
            requests++;
            if (down)
                throw new KubernetesClientException("connection refused");
            try {
                hang.await();
            } catch (InterruptedException e) {
                // A call that cannot be interrupted: it stays where it is until released.
                awaitUninterruptibly();
            }
        }

        private void awaitUninterruptibly() {
            while (true) {
                try {
                    hang.await();
                    return;
                } catch (InterruptedException e) {
                    Thread.yield();
                }
            }
        }
    }

    Way way() {
        return new Way();
    }

    synchronized Optional<StoredLease> current() {
        return Optional.ofNullable(lease);
    }

    LeaseRecord record() {
        return current().orElseThrow().record();
    }

    /** Somebody who takes no part in the election changes the lease. */
    synchronized void change(LeaseRecord record) {
        lease = new StoredLease(record, IntNode.valueOf(++versions));
    }

    private synchronized Optional<StoredLease> write(StoredLease seen, LeaseRecord record) {
        boolean fits = seen == null ? lease == null : lease != null && seen.object().equals(lease.object());
        if (!fits)
            return Optional.empty();
        lease = new StoredLease(record, IntNode.valueOf(++versions));
        return Optional.of(lease);
    }
}

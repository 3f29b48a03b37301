package io.azureccm.service.lease;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.leader.LeaseRecord;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.kube.leader.StoredLease;
import io.azureccm.service.lease.ResourceLease.Taking;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Acquiring, renewing, losing and releasing the lease. */
class ResourceLeaseTest {
    private static final String OTHER = "aks-node-pool-operator";

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Kept store = new Kept();
    private final ResourceLease lease = new ResourceLease(store, () -> now, () -> now);

    @Test
    void leaseThatIsNotThereIsMade() {
        assertThat(lease.take()).isEqualTo(new Taking.Held(false));
        assertThat(store.kept.record().holder()).isEqualTo(ResourceLease.HOLDER);
        assertThat(store.kept.record().leaseDurationSeconds()).isEqualTo(900);
        assertThat(lease.refusal()).isEmpty();
    }

    @Test
    void leaseOfAnotherIsRespectedUntilItRunsOut() {
        store.hold(OTHER, now, "");
        now = now.plus(Duration.ofSeconds(899));
        assertThat(lease.take()).isInstanceOf(Taking.Refused.class);
        assertThat(lease.refusal()).isPresent();
        now = now.plus(Duration.ofSeconds(1));
        assertThat(lease.take()).as("it wrote, perhaps").isEqualTo(new Taking.Held(true));
    }

    @Test
    void leaseThatAnotherGaveBackSaysThatItWrote() {
        store.hold("", now, OTHER);
        assertThat(lease.take()).isEqualTo(new Taking.Held(true));
        lease.release();
        assertThat(store.previousHolder()).isEqualTo(ResourceLease.HOLDER);
        assertThat(store.kept.record().holder()).isEmpty();
        assertThat(lease.take()).isEqualTo(new Taking.Held(false));
    }

    @Test
    void ownHoldIsTakenUp() {
        store.hold(ResourceLease.HOLDER, now, "");
        assertThat(lease.take()).isEqualTo(new Taking.Held(false));
    }

    @Test
    void renewedLeaseStaysGood() {
        lease.take();
        for (int i = 0; i < 5; i++) {
            now = now.plus(Duration.ofMinutes(5));
            lease.renew();
        }
        assertThat(lease.refusal()).isEmpty();
        assertThat(store.kept.record().renewTime()).isEqualTo(now);
        assertThat(store.kept.record().acquireTime()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void leaseThatCannotBeRenewedEndsTheWritingBeforeItRunsOut() {
        lease.take();
        store.broken = true;
        now = now.plus(Duration.ofMinutes(13));
        lease.renew();
        assertThat(lease.refusal()).isEmpty();
        now = now.plus(Duration.ofMinutes(1));
        assertThat(lease.refusal()).get().asString().contains("failed due to fail to lock azure resources");
    }

    @Test
    void leaseThatAnotherTookEndsTheWritingAndIsLeftToIt() {
        lease.take();
        store.hold(OTHER, now, "");
        lease.renew();
        assertThat(lease.refusal()).isPresent();
        lease.release();
        assertThat(store.kept.record().holder()).isEqualTo(OTHER);
    }

    @Test
    void apiThatDoesNotAnswerIsARefusal() {
        store.broken = true;
        assertThat(lease.take()).isEqualTo(
                new Taking.Refused("failed due to fail to lock azure resources: the API server is not there"));
    }

    /** One lease in memory; each write gives it a new version, as in the API. */
    private static final class Kept implements LeaseStore {
        private StoredLease kept;
        private boolean broken;
        private int version;

        void hold(String holder, Instant renewed, String previous) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            ObjectNode metadata = object.putObject("metadata").put("resourceVersion", String.valueOf(++version));
            if (!previous.isEmpty())
                metadata.putObject("annotations").put(ResourceLease.PREVIOUS_HOLDER, previous);
            kept = new StoredLease(new LeaseRecord(holder, 900, renewed, renewed, 1), object);
        }

        String previousHolder() {
            return kept.object().at("/metadata/annotations/" + ResourceLease.PREVIOUS_HOLDER).asText();
        }

        @Override
        public Optional<StoredLease> read() {
            answer();
            return Optional.ofNullable(kept);
        }

        @Override
        public Optional<StoredLease> create(LeaseRecord record) {
            answer();
            return kept == null ? write(JsonNodeFactory.instance.objectNode(), record) : Optional.empty();
        }

        @Override
        public Optional<StoredLease> update(StoredLease seen, LeaseRecord record) {
            answer();
            return version(seen).equals(version(kept)) ? write(seen.object().deepCopy(), record) : Optional.empty();
        }

        private Optional<StoredLease> write(ObjectNode object, LeaseRecord record) {
            object.withObjectProperty("metadata").put("resourceVersion", String.valueOf(++version));
            kept = new StoredLease(record, object);
            return Optional.of(kept);
        }

        private static String version(StoredLease lease) {
            return lease.object().at("/metadata/resourceVersion").asText();
        }

        private void answer() {
            if (broken)
                throw new IllegalStateException("the API server is not there");
        }
    }
}

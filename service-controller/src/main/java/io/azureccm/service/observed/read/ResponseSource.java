package io.azureccm.service.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.common.snapshot.Outdated;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Source of ARM responses. */
interface ResponseSource {
    /**
     * All of these reads as one value. Throws {@link UnreadableException} if one cannot be read, {@link Missing} if one would require a
     * call that is not allowed.
     */
    Snapshot take(Collection<Read> reads);

    /** Something that only a call can provide. */
    final class Missing extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Missing() {
            super("must be read first", null, false, false);
        }
    }

    /** Reads what is outdated or unknown. */
    record Live(ObservedStore store) implements ResponseSource {
        @Override
        public Snapshot take(Collection<Read> reads) {
            Set<ArmId> failed = new TreeSet<>();
            try {
                return store.take(reads, failed::add);
            } catch (RuntimeException problem) {
                throw new UnreadableException(failed, problem);
            }
        }
    }

    /** Uses known answers only; {@code used} receives what is asked for. */
    record Known(ObservedView view, Outdated outdated, ObservedStateAssembly.ReadTolerance tolerance, Instant now,
            Set<Read.Key> used) implements ResponseSource {
        private static final Duration ANY = Duration.ofDays(1);

        @Override
        public Snapshot take(Collection<Read> reads) {
            reads.forEach(read -> used.add(read.key()));
            return view.known(reads.stream().map(this::asked).toList(), outdated, now).orElseThrow(Missing::new);
        }

        private Read asked(Read read) {
            Read asked = tolerance.anyAge() ? read.upTo(ANY) : read;
            return tolerance.addressesLater() && read.id().hasType(ArmTypes.PUBLIC_IP) ? asked.orPartial() : asked;
        }
    }
}

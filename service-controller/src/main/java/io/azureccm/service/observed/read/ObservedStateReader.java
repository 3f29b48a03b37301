package io.azureccm.service.observed.read;

import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.common.snapshot.Read;
import io.azureccm.service.observed.read.ObservedStateAssembly.Subject;
import java.util.Collection;
import java.util.Optional;

/**
 * Reads from Azure what an observed state is put together from, with as few calls as possible: own writes are visible at once, and what is
 * young enough is not read again. Returns what the reads taught; the responses are in the next view.
 */
public record ObservedStateReader(ObservedStateAssembly assembly, ObservedStore store) {
    /** What a read has learned until it ended, and why it failed if it did. */
    public record Ended(ReadFindings findings, Optional<ReadProblem> problem) {}

    /** What is known without a call. */
    public ObservedView view() {
        return store.view();
    }

    /** These responses are in use, and are kept. */
    public void using(Collection<Read.Key> responses) {
        store.using(responses);
    }

    /** The present in the order of calls and writes, as in {@link ObservedView#moment}. */
    public long moment() {
        return store.moment();
    }

    public Ended readForAudit(Subject subject, ReadMemory memory) {
        return read(subject, assembly.audit(), memory);
    }

    /** Reads what is outdated or missing. */
    public Ended read(Subject subject, AzureReading reading, ReadMemory memory) {
        reading.missing().outdated().forEach(store::invalidate);
        store.invalidate(memory.outdated());
        ReadFindingsBuilder findings = new ReadFindingsBuilder(memory);
        try {
            assembly.read(new ResponseSource.Live(store), findings, subject, reading);
            return new Ended(findings.end().added(), Optional.empty());
        } catch (RuntimeException unreadable) {
            return new Ended(findings.end().added(), Optional.of(ReadProblem.of(unreadable)));
        }
    }
}

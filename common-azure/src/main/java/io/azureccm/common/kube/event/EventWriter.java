package io.azureccm.common.kube.event;

import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.api.model.Event;

/** Writes notes as events: new ones are created, those of a known series patched, and created anew if they have expired. For one thread. */
final class EventWriter {
    private final EventSink sink;
    private final EventCorrelator correlator;

    EventWriter(EventSink sink, EventCorrelator correlator) {
        this.sink = sink;
        this.correlator = correlator;
    }

    EventWrite correlate(EventNote note) {
        return correlator.correlate(note);
    }

    /** The event could not be written: the next note of its series makes a new one. */
    void forget(EventNote note) {
        correlator.forget(note);
    }

    void send(EventWrite write) {
        switch (write) {
            case EventWrite.Create(var event) -> create(event);
            case EventWrite.Repeat(var event, var patch) -> {
                try {
                    sink.patch(event.getMetadata().getNamespace(), event.getMetadata().getName(), patch);
                } catch (RuntimeException e) {
                    // The API server forgets events after an hour.
                    if (KubeFailures.code(e) != 404)
                        throw e;
                    create(event);
                }
            }
            case EventWrite.Skip() -> {
            }
        }
    }

    private void create(Event event) {
        try {
            sink.create(event);
        } catch (RuntimeException e) {
            // Written before, by an attempt whose answer was lost: the name is nobody else's.
            if (KubeFailures.code(e) != 409)
                throw e;
        }
    }
}

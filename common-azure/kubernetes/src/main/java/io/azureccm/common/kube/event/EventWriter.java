package io.azureccm.common.kube.event;

import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.api.model.Event;

/**
 * Writes notes as events: creates new ones, patches those of a known series, and creates them again if they have expired. For
 * use by one thread.
 */
record EventWriter(EventSink sink, EventCorrelator correlator) {
    EventWrite correlate(EventNote note) {
        return correlator.correlate(note);
    }

    /** The event could not be written: the next note of its series creates a new one. */
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
                    // The API server deletes events after an hour.
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
            // Written by an earlier attempt whose response was lost: the name is unique.
            if (KubeFailures.code(e) != 409)
                throw e;
        }
    }
}

package io.azureccm.common.kube.event;

import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.api.model.Event;

/** Writes events: creates new ones, patches those that occur again, and creates them again if they have expired. */
record EventWriter(EventSink sink) {
    void send(EventOccurrence occurrence) {
        Event event = occurrence.event();
        if (!occurrence.again()) {
            create(event);
            return;
        }
        try {
            sink.patch(event.getMetadata().getNamespace(), event.getMetadata().getName(), occurrence.patch());
        } catch (RuntimeException e) {
            // The API server deletes events after an hour.
            if (KubeFailures.code(e) != 404)
                throw e;
            create(event);
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

package io.azureccm.common.kube.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Event;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes events only to the log, as in a dry run. */
public final class LogEventSink implements EventSink {
    private static final Logger LOG = LoggerFactory.getLogger(LogEventSink.class);

    @Override
    public void create(Event event) {
        LOG.info("event {} {} {}/{}: {}", event.getType(), event.getReason(), event.getInvolvedObject().getNamespace(),
                event.getInvolvedObject().getName(), event.getMessage());
    }

    @Override
    public void patch(String namespace, String name, JsonNode patch) {
        LOG.info("event {}/{} again: {}", namespace, name, patch);
    }
}

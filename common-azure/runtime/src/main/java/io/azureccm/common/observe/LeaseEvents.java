package io.azureccm.common.observe;

import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import java.util.function.Consumer;
import org.slf4j.Logger;

/** Tells what concerns no object but the app as a whole: by a line in the log, and by an event about its lease. */
public record LeaseEvents(Consumer<EventNote> sink, String component, ObjectRef lease) {
    public static LeaseEvents of(EventRecorder events, ControllerOptions options) {
        return new LeaseEvents(events::record, options.app().title(), lease(options.leaderElection()));
    }

    /** The lease of an app, as the object of an event. */
    public static ObjectRef lease(LeaderElectionOptions lease) {
        return new ObjectRef("coordination.k8s.io/v1", "Lease", lease.resourceNamespace(), lease.resourceName(), "",
                "");
    }

    public void info(Logger log, String reason, String text) {
        log.info("{}", text);
        sink.accept(EventNote.normal(component, lease, reason, text));
    }

    public void warn(Logger log, String reason, String text) {
        log.warn("{}", text);
        sink.accept(EventNote.warning(component, lease, reason, text));
    }
}

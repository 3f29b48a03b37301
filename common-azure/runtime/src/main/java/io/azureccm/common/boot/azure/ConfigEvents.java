package io.azureccm.common.boot.azure;

import io.azureccm.common.config.options.CloudConfigOptions;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.observe.LeaseEvents;
import java.util.Optional;

/**
 * Emits events when a changed cloud config is not in use, and when it is in use again. The events are about the Secret that
 * holds the config, or about the app's lease if the config is a file. For use by one thread.
 */
public final class ConfigEvents {
    static final String REJECTED = "CloudConfigRejected";
    static final String ACCEPTED = "CloudConfigAccepted";

    private final EventRecorder events;
    private final String component;
    private final ObjectRef object;
    private Optional<String> reported = Optional.empty();

    public ConfigEvents(EventRecorder events, ControllerOptions options) {
        this.events = events;
        this.component = options.app().title();
        this.object = object(options.cloudConfig(), options.leaderElection());
    }

    /** {@code rejected}: why the changed config is not in use now. */
    public void report(Optional<String> rejected) {
        if (rejected.equals(reported))
            return;
        reported = rejected;
        events.record(rejected
                .map(problem -> EventNote.warning(component, object, REJECTED,
                        "The changed cloud config is not in use; the previous one stays in use: " + problem))
                .orElseGet(() -> EventNote.normal(component, object, ACCEPTED,
                        "The cloud config is in use as written")));
    }

    private static ObjectRef object(CloudConfigOptions config, LeaderElectionOptions leader) {
        return config.secretName().isEmpty()
                ? LeaseEvents.lease(leader)
                : new ObjectRef("v1", "Secret", config.secretNamespace(), config.secretName(), "", "");
    }
}

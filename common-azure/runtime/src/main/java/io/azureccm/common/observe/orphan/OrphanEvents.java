package io.azureccm.common.observe.orphan;

import io.azureccm.common.core.Orphan;
import io.azureccm.common.observe.LeaseEvents;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports orphans to users: a log line and an event each. No object in the cluster owns an orphan any more, so the event is
 * about the controller's lease. If there are very many, only the first are reported; the actuator lists them all.
 */
public record OrphanEvents(LeaseEvents events) implements Consumer<List<Orphan>> {
    public static final String REASON = "OrphanFound";
    private static final Logger log = LoggerFactory.getLogger(OrphanEvents.class);
    private static final int MAX_EVENTS = 20;

    @Override
    public void accept(List<Orphan> orphans) {
        orphans.stream().limit(MAX_EVENTS).forEach(orphan -> events.warn(log, REASON, text(orphan)));
        if (orphans.size() > MAX_EVENTS)
            events.warn(log, REASON,
                    orphans.size() - MAX_EVENTS + " more orphans were found, see /actuator/orphans");
    }

    static String text(Orphan orphan) {
        return "nobody wants " + orphan.describe() + ": it is ours because " + orphan.why() + ", and belonged to "
                + orphan.owner();
    }
}

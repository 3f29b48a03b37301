package io.azureccm.route.reconcile;

import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.OrphanAudit;
import io.azureccm.route.spec.ClusterState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks now and then for routes that should have been removed and that are still there. Needs no read of its own. */
public record OrphanCheck(OrphanRegister register, OrphanAudit audit, WorkSpans spans) {
    private static final Logger log = LoggerFactory.getLogger(OrphanCheck.class);

    void begin(Instant now) {
        register.begin(now);
    }

    /** This instance does not lead any more. */
    public void end() {
        register.end();
    }

    Optional<Instant> due(Instant now) {
        return register.untilDue(now).map(now::plus);
    }

    /** Looks if it is time to. */
    void look(ObservedState observed, ClusterState cluster, Instant now) {
        if (register.untilDue(now).filter(Duration::isZero).isEmpty())
            return;
        try {
            spans.run("orphan audit", notes -> {
                var found = audit.audit(observed, cluster);
                notes.note("orphans", Integer.toString(found.size()));
                register.looked(found, now);
            });
        } catch (RuntimeException problem) {
            register.failed(now);
            log.warn("could not look for orphans: {}", problem.toString());

        }
    }
}

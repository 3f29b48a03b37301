package io.azureccm.route.reconcile;

import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.OrphanAudit;
import io.azureccm.route.spec.ClusterState;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Periodically checks for routes that should have been removed but still exist. Makes no reads of its own. */
public record OrphanCheck(OrphanRegister register, OrphanAudit audit, WorkSpans spans) {
    private static final Logger log = LoggerFactory.getLogger(OrphanCheck.class);

    /** Returns when the first check is due, if there is one. */
    Optional<Instant> begin(Instant now) {
        register.begin(now);
        return due(now);
    }

    /** This instance no longer leads. */
    public void end() {
        register.end();
    }

    private Optional<Instant> due(Instant now) {
        return register.untilDue(now).map(now::plus);
    }

    RouteEvent run(ObservedState observed, ClusterState cluster, Instant now) {
        try {
            spans.run("orphan audit", notes -> {
                var found = audit.audit(observed, cluster);
                notes.note("orphans", Integer.toString(found.size()));
                register.audited(found, now);
            });
        } catch (RuntimeException problem) {
            register.failed(now);
            log.warn("the orphan audit failed: {}", problem.toString());
        }
        return new RouteEvent.OrphansAudited(due(now));
    }
}

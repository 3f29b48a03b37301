package io.azureccm.route;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.exec.PassSpans;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.route.plan.OrphanAudit;
import io.azureccm.route.read.EstateReader;
import io.azureccm.route.watch.NodeRoster;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks now and then, between passes, for routes that passes should have removed and that are still there. For one thread. */
record OrphanPass(OrphanRegister register, OrphanAudit audit, NodeRoster roster, EstateReader reader,
        PassSpans spans, InstantSource clock) {
    private static final Logger log = LoggerFactory.getLogger(OrphanPass.class);
    /** Everything else goes first where calls have to wait. */
    private static final CallReason REASON = new CallReason(CallPriority.BACKGROUND, "OrphanAudit");

    void begin() {
        register.begin(clock.instant());
    }

    void end() {
        register.end();
    }

    /** Looks if it is time to. Whatever fails is for the next look. */
    void turn() {
        if (register.untilDue(clock.instant()).filter(Duration::isZero).isEmpty())
            return;
        try {
            REASON.run(() -> spans.run("orphan audit", this::look));
        } catch (RuntimeException problem) {
            register.failed(clock.instant());
            log.warn("orphans could not be looked for: {}", problem.toString());
        }
    }

    private void look(PassSpans.Notes notes) {
        List<Orphan> found = audit.audit(reader.read(), roster.demand(0));
        notes.note("orphans", Integer.toString(found.size()));
        register.looked(found, clock.instant());
    }
}

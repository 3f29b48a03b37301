package io.azureccm.common.boot.shadow;

import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.shadow.ShadowReport;
import io.azureccm.common.core.shadow.ShadowText;
import io.azureccm.common.core.shadow.Verdict;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Reports a changed verdict in the log, with the whole report, and by an event about the namespace of the release. The event
 * is all that a shadow writes: it has no lease of its own, and does not use the lease of the controller in charge. For use by
 * one thread.
 */
public final class ShadowNotices implements Consumer<ShadowReport>, AutoCloseable {
    static final String PASS = "ShadowPass";
    static final String FAIL = "ShadowFail";
    static final String UNDECIDED = "ShadowUndecided";
    private static final Logger log = LoggerFactory.getLogger(ShadowNotices.class);

    private final EventRecorder events;
    private final String component;
    private final ObjectRef object;
    private Verdict reported = Verdict.UNDECIDED;

    /** Also closes {@code events} when closed. */
    public ShadowNotices(EventRecorder events, ControllerOptions options) {
        String namespace = options.leaderElection().resourceNamespace();
        this.events = events;
        this.component = options.app().title();
        this.object = new ObjectRef("v1", "Namespace", namespace, namespace, "", "");
    }

    @Override
    public void accept(ShadowReport report) {
        if (report.verdict() == reported)
            return;
        reported = report.verdict();
        String text = ShadowText.of(report).strip();
        boolean fails = reported == Verdict.FAIL;
        String reason = switch (reported) {
            case PASS -> PASS;
            case FAIL -> FAIL;
            case UNDECIDED -> UNDECIDED;
        };
        log.atLevel(fails ? Level.WARN : Level.INFO).log("Shadow {}", text);
        events.record(fails
                ? EventNote.warning(component, object, reason, text)
                : EventNote.normal(component, object, reason, text));
    }

    @Override
    public void close() {
        events.close();
    }
}

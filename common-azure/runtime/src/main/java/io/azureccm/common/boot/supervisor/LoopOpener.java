package io.azureccm.common.boot.supervisor;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.azure.AzureSession;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.LogEventSink;

/** Opens loops on sessions with Azure, and starts their informers. */
final class LoopOpener implements AutoCloseable {
    private final ControllerSupervisor.Parts parts;
    private final ControllerSupervisor.Shared shared;
    /** Takes the events of a loop that only plans: they would report what is not done. */
    private final EventRecorder unwritten = new EventRecorder(new LogEventSink());

    LoopOpener(ControllerSupervisor.Parts parts, ControllerSupervisor.Shared shared) {
        this.parts = parts;
        this.shared = shared;
    }

    LoopOnSession open(AzureSession session, boolean planningOnly) {
        ControllerPorts ports = new ControllerPorts(shared.options(), session.ports(), shared.kubernetes(),
                shared.events(), shared.journal(), shared.fence(), shared.clock(), shared.removals(),
                shared.draining(), shared.tenants(), parts.election()::isSuccessor);
        ControllerLoop loop = parts.program().open(planningOnly ? ports.planningOnly(unwritten) : ports);
        loop.listen(parts.turns());
        loop.informers().start();
        return new LoopOnSession(session, loop, planningOnly);
    }

    @Override
    public void close() {
        unwritten.close();
    }
}

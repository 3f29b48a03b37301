package io.azureccm.common.boot.shadow;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.ControllerPorts.AzurePorts;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.DryRunExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.snapshot.ObservedStore;
import java.util.Optional;

/** A program whose loop looks periodically instead of working: the same loop and the same planner, with read-only ports. */
final class ShadowProgram implements ControllerProgram {
    private static final String ONLY_READS = "this is a shadow";

    private final ControllerProgram program;
    private final Shadow shadow;
    private final EventRecorder dropped;

    /** {@code dropped} receives the events of the loop. */
    ShadowProgram(ControllerProgram program, Shadow shadow, EventRecorder dropped) {
        this.program = program;
        this.shadow = shadow;
        this.dropped = dropped;
    }

    @Override
    public Description description(ControllerOptions options) {
        return program.description(options);
    }

    @Override
    public String noun() {
        return program.noun();
    }

    @Override
    public ControllerLoop open(ControllerPorts ports) {
        AzurePorts azure = ports.azure();
        LookReads reads = new LookReads(azure.gateway());
        ObservedStore store = new ObservedStore(reads, ports.clock(), ObservedStore.Settings.DEFAULT);
        PlanJournal silent = PlanJournal.silent(PlanText.of(program.noun()), ports.clock());
        ControllerLoop loop = program.open(new ControllerPorts(ports.options().asDryRun(),
                new AzurePorts(azure.config(), azure.cloud(), reads, store, new DryRunExecutor(ONLY_READS),
                        azure.calls()),
                ports.kubernetes(), dropped, silent, () -> Optional.of(ONLY_READS), ports.clock(),
                // Removals that a limit would hold back count as differences, too.
                RemovalPolicy.NONE, ports.draining(), ports.tenants(), () -> false));
        return new ShadowLoop(loop, reads, store, shadow, ports.clock());
    }
}

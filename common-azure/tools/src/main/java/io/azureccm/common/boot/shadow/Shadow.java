package io.azureccm.common.boot.shadow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerPorts.AzurePorts;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.ProgramWrapper;
import io.azureccm.common.boot.settings.ShadowSettings;
import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.shadow.KnownDifferences;
import io.azureccm.common.core.shadow.ShadowCheck;
import io.azureccm.common.core.shadow.ShadowComparison;
import io.azureccm.common.core.shadow.ShadowReport;
import io.azureccm.common.core.shadow.ShadowTiming;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.DryRunExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.snapshot.ObservedStore;
import io.fabric8.kubernetes.api.model.Event;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The accumulated results of a shadow's checks, also across changes of the cloud config. It notifies listeners when the
 * verdict changes, and prints each new plan once. Any thread may read; one thread checks.
 */
public final class Shadow implements Supplier<ShadowReport>, ProgramWrapper, AutoCloseable {
    private static final String CATALOGUE = "/io/azureccm/common/shadow/known-differences.json";
    private static final String ONLY_READS = "this is a shadow";
    private static final Duration MAX_CHECK_TIME = Duration.ofMinutes(2);

    private final ShadowComparison comparison;
    private final ShadowSettings settings;
    private final PlanJournal journal;
    private final Consumer<ShadowReport> notices;
    private final InstantSource clock;
    private final EventRecorder dropped = new EventRecorder(new NoEvents());
    private Preview printed;

    /** Drops the events of the loop: they would report what is not done, again at every check. */
    private static final class NoEvents implements EventSink {
        @Override
        public void create(Event event) {
            // Dropped.
        }

        @Override
        public void patch(String namespace, String name, JsonNode patch) {
            // Dropped.
        }
    }

    /** {@code noun}: what is compared; {@code notices} receives the report after each check. */
    public Shadow(ShadowSettings settings, String noun, PlanJournal journal, Consumer<ShadowReport> notices,
            InstantSource clock) {
        this.settings = settings;
        this.journal = journal;
        this.notices = notices;
        this.clock = clock;
        this.comparison = new ShadowComparison(
                new ShadowTiming(settings.settle(), settings.observe(),
                        settings.interval().plus(MAX_CHECK_TIME).plus(settings.settle())),
                catalogue(), noun, clock.instant());
    }

    /** The differences that the documentation explains. */
    static KnownDifferences catalogue() {
        try (InputStream in = Shadow.class.getResourceAsStream(CATALOGUE)) {
            return KnownDifferences.parse(new ObjectMapper().readTree(in));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Wraps the program so that its loop checks instead of working. */
    @Override
    public ControllerProgram around(ControllerProgram program) {
        return program.opening(ports -> open(program, ports));
    }

    /** The same loop and the same planner, with read-only ports. */
    private ControllerLoop open(ControllerProgram program, ControllerPorts ports) {
        AzurePorts azure = ports.azure();
        ShadowReads reads = new ShadowReads(azure.gateway());
        ObservedStore store = new ObservedStore(reads, ports.clock(), ObservedStore.Settings.DEFAULT);
        PlanJournal silent = PlanJournal.silent(PlanText.of(program.noun()), ports.clock());
        ControllerLoop loop = program.open(new ControllerPorts(ports.options().asDryRun(),
                new AzurePorts(azure.config(), azure.cloud(), reads, store, new DryRunExecutor(ONLY_READS),
                        azure.calls()),
                ports.kubernetes(), dropped, silent, () -> Optional.of(ONLY_READS), ports.clock(),
                // Removals that a limit would hold back count as differences, too.
                RemovalPolicy.NONE, ports.draining(), ports.tenants(), () -> false));
        return new ShadowLoop(loop, reads, store, this, ports.clock());
    }

    Duration interval() {
        return settings.interval();
    }

    void add(ShadowCheck check) {
        ShadowReport report;
        synchronized (this) {
            comparison.add(check);
            report = comparison.report(check.at());
        }
        print(check.preview());
        notices.accept(report);
    }

    void gap(Instant now, String why) {
        ShadowReport report;
        synchronized (this) {
            comparison.gap(now, why);
            report = comparison.report(now);
        }
        notices.accept(report);
    }

    /** Prints a plan that differs from the previous one, as a dry run does. */
    private void print(Preview preview) {
        boolean same = printed != null && printed.plan().equals(preview.plan());
        if (!same && preview.unread().isEmpty()) {
            printed = preview;
            journal.planned(preview.plan());
        }
    }

    @Override
    public synchronized ShadowReport get() {
        return comparison.report(clock.instant());
    }

    @Override
    public void close() {
        dropped.close();
    }
}

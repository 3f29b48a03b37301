package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.command.Invocation;
import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A plan of a snapshot, with manifests merged over it, or of manifests alone: the same loop and planner on stored objects and
 * responses.
 */
record StoredPlan(Invocation invocation, PlanFlags flags, Function<MeterRegistry, ControllerProgram> program,
        InstantSource now) {
    /** Empty if the flags only request help. */
    Optional<Preview> run() throws InterruptedException {
        PlanFlags.Stored stored = flags.stored();
        Manifests manifests = Manifests.read(stored.manifests(), stored.namespace(), System.in);
        if (!stored.manifests().isEmpty() && manifests.isEmpty())
            invocation.complain(List.of("the manifests contain nothing that affects a plan, only "
                    + String.join(", ", manifests.ignored())));
        if (stored.snapshot().isEmpty())
            return checked(manifests);
        SnapshotFile snapshot = read(stored.snapshot().get());
        Map<String, List<ObjectNode>> objects = manifests.over(snapshot.kubernetes());
        if (!stored.deleted().isEmpty())
            objects = Manifests.deleted(objects, plural(), stored.deleted(), snapshot.takenAt());
        CloudConfig config = config(snapshot.cloudConfig(), stored.snapshot().get().toString());
        return planned(snapshot.flags(), config, objects, new SnapshotGateway(snapshot.answers()), snapshot.takenAt())
                .map(preview -> preview.lacking(tooOld(snapshot)));
    }

    /** Without a snapshot it is unknown what exists, so only the Service specs are checked. */
    private Optional<Preview> checked(Manifests manifests) throws InterruptedException {
        if (invocation.app() != App.SERVICE)
            throw new UsageException("-f: the " + invocation.app().title()
                    + " cannot plan from manifests alone; add --snapshot");
        return planned(List.of(), config(UnknownAzure.cloudConfig(), "manifests"),
                manifests.over(UnknownAzure.objects()),
                new UnknownAzure(), Instant.EPOCH).map(UnknownAzure::judged);
    }

    private Optional<Preview> planned(List<String> appFlags, CloudConfig config,
            Map<String, List<ObjectNode>> objects, ArmGateway azure, Instant from) throws InterruptedException {
        List<String> all = Stream.of(appFlags, flags.appArgs(), List.of("--cloud-config=snapshot"))
                .flatMap(List::stream)
                .toList();
        if (!(LivePorts.flags(invocation, all) instanceof FlagsOutcome.Run run))
            return Optional.empty();
        ControllerProgram app = program.apply(new SimpleMeterRegistry());
        AppSettings settings = LivePorts.settings(run);
        try (PlanPorts ports = StoredPorts.of(run.options(), config, objects, azure, from, app.noun(), settings,
                RemovalApprovals.NONE)) {
            return Optional.of(OneShot.run(app, ports, flags.timeout(), (whole, loop) -> whole));
        }
    }

    private String plural() {
        return invocation.app() == App.SERVICE ? "services" : "nodes";
    }

    private SnapshotFile read(Path file) {
        try {
            return SnapshotFile.of(Files.readString(file), file.toString(), invocation.app());
        } catch (IOException unreadable) {
            throw new UsageException(file + ": cannot be read as a snapshot; create one with the snapshot command: "
                    + unreadable);
        }
    }

    private List<String> tooOld(SnapshotFile snapshot) {
        return flags.stored()
                .maxAge()
                .filter(age -> snapshot.takenAt().plus(age).isBefore(now.instant()))
                .map(age -> "the snapshot was taken at " + snapshot.takenAt() + ", which is longer ago than --max-age"
                        + " allows")
                .stream()
                .toList();
    }

    static CloudConfig config(ObjectNode json, String source) {
        try {
            return CloudConfigParser.parse(new ConfigLayer(source, json.toString()), Map.of()).orThrow();
        } catch (CloudConfigException unusable) {
            throw new UsageException(unusable.getMessage());
        }
    }
}

package io.azureccm.e2e.suite.faults.virtual;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import io.azureccm.common.reconcile.TurnListener;
import io.azureccm.common.record.OneSegment;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.RecordReader;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.record.ReplayReport;
import io.azureccm.common.record.ReplayText;
import io.azureccm.common.record.SegmentWriter;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.instance.Work;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** All turns of one instance, recorded in memory, and made again by another one that has seen nothing. */
final class VirtualRecord<E, S, P> {
    /** So much of the text of a replay that differs is shown. */
    private static final int SHOWN = 20_000;

    private final String name;
    private final RecordHeader header;
    private final Recordable<E, S, P> recordable;
    private final Supplier<Work> another;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final SegmentWriter<E, S, P> writer;

    private VirtualRecord(String name, RecordHeader header, Recordable<E, S, P> recordable, Supplier<Work> another) {
        this.name = name;
        this.header = header;
        this.recordable = recordable;
        this.another = another;
        this.writer = OneSegment.of(recordable, bytes, header);
    }

    /** Records from now on; {@code another}: another instance of the app with the same settings. */
    static VirtualRecord<?, ?, ?> of(String name, App app, CloudConfig cloud, Work work, Supplier<Work> another) {
        Recordable<?, ?, ?> recordable = work.controller().recordables().getFirst();
        List<String> flags = switch (app) {
            case SERVICE -> List.of("--cluster-name=kubernetes");
            case ROUTE -> List.of("--cluster-cidr=10.244.0.0/16", "--configure-cloud-routes=true");
            default -> List.of();
        };
        return new VirtualRecord<>(name, new RecordHeader(app.title(), recordable.name(), "suite", flags,
                CloudConfigRenderer.renderChanged(cloud), JsonNodeFactory.instance.objectNode()), recordable, another);
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    /** The record is complete. */
    void end() {
        recordable.loop().record(new TurnListener<>() {
            @Override
            public void began() {}

            @Override
            public void made(Turn<E, S, P> turn) {}
        });
        writer.close();
    }

    /** Makes the turns of all of them again; a {@link Violation} tells which are not decided as they were. */
    static void replay(List<VirtualRecord<?, ?, ?>> records) {
        String differences = records.stream()
                .flatMap(each -> each.difference().stream())
                .collect(Collectors.joining("\n"));
        if (!differences.isEmpty())
            throw new Violation(differences);
    }

    private Optional<String> difference() {
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(bytes.toByteArray()))) {
            ReplayReport report = another.get().controller().recordables().getFirst().replay(reader, header);
            if (report.isSame() && report.notes().isEmpty())
                return Optional.empty();
            String text = ReplayText.of(report);
            return Optional.of("the turns of " + name + " are not the same when they are made again: "
                    + ReplayText.summary(report) + "\n" + text.substring(0, Math.min(SHOWN, text.length())));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Writes the records of a sequence into files; returns the commands that replay them, one a line. */
    static String save(List<VirtualRecord<?, ?, ?>> records, String sequence) {
        Path folder = Path.of("target", "records", sequence);
        return records.stream().map(each -> "\n" + each.save(folder)).collect(Collectors.joining());
    }

    private String save(Path folder) {
        Path file = folder.resolve(name + ".json.gz");
        try {
            Files.createDirectories(folder);
            Files.write(file, bytes.toByteArray());
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return "java -jar " + header.app() + "/target/" + header.app() + ".jar replay " + file.toAbsolutePath();
    }
}

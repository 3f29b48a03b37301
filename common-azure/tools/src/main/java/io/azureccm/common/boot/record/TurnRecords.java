package io.azureccm.common.boot.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.ProgramWrapper;
import io.azureccm.common.boot.preview.SnapshotCommand;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.record.RecordSettings;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import io.azureccm.common.record.RecordCost;
import io.azureccm.common.record.RecordFolder;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.record.TurnRecorder;
import java.util.ArrayList;
import java.util.List;

/** Records the turns of a program in a folder, if the settings say so. */
public final class TurnRecords implements ProgramWrapper, AutoCloseable {
    /** The settings that plans depend on, by their prefixes. */
    static final List<String> PREFIXES = List.of("azureccm.blast-radius.", "azureccm.draining.", "azureccm.tenants.",
            "azureccm.conditions.", "azureccm.orphans.", "azureccm.backend-health.");

    private final List<String> args;
    private final AppSettings settings;
    private final RecordFolder folder;
    private final RecordCost cost;
    private final List<TurnRecorder<?, ?, ?>> recorders = new ArrayList<>();

    /** {@code args}: those of the process. */
    public TurnRecords(List<String> args, AppSettings settings, RecordFolder folder, RecordCost cost) {
        this.args = List.copyOf(args);
        this.settings = settings;
        this.folder = folder;
        this.cost = cost;
    }

    /** The same program, recorded. */
    @Override
    public ControllerProgram around(ControllerProgram program) {
        return settings.of(RecordSettings.class).isOn()
                ? program.opening(ports -> recorded(program, ports))
                : program;
    }

    private ControllerLoop recorded(ControllerProgram program, ControllerPorts ports) {
        close();
        ControllerLoop loop = program.open(ports);
        RecordHeader header = header(ports);
        for (Recordable<?, ?, ?> each : loop.recordables())
            recorders.add(each.record(folder, header.of(each.name()), cost));
        return loop;
    }

    private RecordHeader header(ControllerPorts ports) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        settings.shown()
                .stream()
                .filter(each -> PREFIXES.stream().anyMatch(each.name()::startsWith))
                .filter(each -> !each.from().equals("default"))
                .forEach(each -> shown.put(each.name(), String.valueOf(each.value())));
        ObjectNode config = SnapshotCommand
                .withoutSecrets(CloudConfigRenderer.renderChanged(ports.azure().config()))
                .remove(List.of("userAgent"));
        return new RecordHeader(ports.options().app().title(), "", SnapshotCommand.version(),
                SnapshotCommand.appFlags(args), config, shown);
    }

    /** Ends the segments. */
    @Override
    public void close() {
        recorders.forEach(TurnRecorder::close);
        recorders.clear();
    }
}

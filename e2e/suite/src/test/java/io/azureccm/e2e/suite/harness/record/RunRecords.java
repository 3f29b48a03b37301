package io.azureccm.e2e.suite.harness.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.Recordable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * The records of the controllers that a test starts, in this process or as processes. Those of a test that fails are written to files, and
 * the commands that replay them are printed. Works for controllers that are started on the thread of the test or of its class.
 */
public final class RunRecords implements BeforeEachCallback, AfterAllCallback, TestWatcher {
    private static final ThreadLocal<List<TestRecord>> RECORDS = ThreadLocal.withInitial(ArrayList::new);
    private static final Path FOLDER = Path.of("target", "records");

    /** How many were there before the test. */
    private static final ThreadLocal<Integer> BEFORE = ThreadLocal.withInitial(() -> 0);

    /** Records the turns of a controller with these flags from now on. */
    public static void begin(App app, CloudConfig cloud, List<String> flags, List<Recordable<?, ?, ?>> loops) {
        for (Recordable<?, ?, ?> each : loops)
            RECORDS.get()
                    .add(RunRecord.of(each, new RecordHeader(app.title(), each.name(), "suite", flags,
                            CloudConfigRenderer.renderChanged(cloud), JsonNodeFactory.instance.objectNode())));
    }

    /** Lets the process of an app, such as {@code service-controller}, record its turns. */
    public static void begin(String app, Map<String, String> environment) {
        environment.put("AZURECCM_RECORD_FOLDER", begin(app).toString());
        environment.put("AZURECCM_RECORD_SIZE", TestRecord.OfProcess.MEGABYTES + "MB");
    }

    /** The folder to which an app that is about to start has to record its turns. */
    public static Path begin(String app) {
        try {
            TestRecord.OfProcess record = new TestRecord.OfProcess(app, Files.createTempDirectory("record"));
            RECORDS.get().add(record);
            return record.folder();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Writes those of this thread into a folder; returns the commands that replay them. */
    static List<String> save(Path folder) {
        List<String> commands = new ArrayList<>();
        for (TestRecord each : RECORDS.get())
            if (!each.isEmpty())
                commands.add(each.save(folder, commands.size() + 1));
        return commands;
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        BEFORE.set(RECORDS.get().size());
    }

    @Override
    public void testFailed(ExtensionContext test, Throwable cause) {
        String name = test.getRequiredTestClass().getSimpleName() + "-" + test.getRequiredTestMethod().getName();
        save(FOLDER.resolve(name)).forEach(command -> System.err.println(name + " failed; replay (this test retries "
                + "sooner than the app, so turns may differ in when they read): " + command));
        forget();
    }

    @Override
    public void testSuccessful(ExtensionContext test) {
        forget();
    }

    /** Those of the class stay. */
    private static void forget() {
        List<TestRecord> all = RECORDS.get();
        forget(all.subList(Math.min(BEFORE.get(), all.size()), all.size()));
    }

    private static void forget(List<TestRecord> records) {
        records.forEach(TestRecord::delete);
        records.clear();
    }

    @Override
    public void afterAll(ExtensionContext all) {
        forget(RECORDS.get());
        RECORDS.remove();
        BEFORE.remove();
    }
}

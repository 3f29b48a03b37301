package io.azureccm.e2e.suite.harness.record;

import io.azureccm.common.record.RecordFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a controller of a test has recorded. */
interface TestRecord {
    String app();

    /** The loop, or all of them. */
    String name();

    boolean isEmpty();

    void copyTo(OutputStream file) throws IOException;

    /** It is not needed any more. */
    void delete();

    /** Writes what was recorded so far; returns the command that replays it. */
    default String save(Path folder, int number) {
        Path file = folder.resolve(number + "-" + name() + ".json.gz").toAbsolutePath();
        try {
            Files.createDirectories(folder);
            try (OutputStream out = Files.newOutputStream(file)) {
                copyTo(out);
            }
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return "java -jar " + app() + "/target/" + app() + ".jar replay " + file;
    }

    /** The folder to which a process of this app, such as {@code service-controller}, records. */
    record OfProcess(String app, Path folder) implements TestRecord {
        /** Larger than what a test records. */
        static final int MEGABYTES = 64;

        @Override
        public String name() {
            return app;
        }

        private RecordFolder record() {
            return new RecordFolder(folder, MEGABYTES << 20);
        }

        @Override
        public boolean isEmpty() {
            return record().size() == 0;
        }

        @Override
        public void copyTo(OutputStream file) throws IOException {
            record().copyTo(file);
        }

        @Override
        public void delete() {
            try {
                org.springframework.util.FileSystemUtils.deleteRecursively(folder);
            } catch (IOException left) {
                throw new UncheckedIOException(left);
            }
        }
    }
}

package io.azureccm.e2e.suite.process;

import io.azureccm.e2e.playground.Training;
import io.azureccm.e2e.playground.image.ExtractedApp;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The packaged apps as their images have them: extracted, and with a cache of their classes, which takes half of the processor time
 * from a start. They are made when the first test asks for one, and again when the app has been packaged again.
 */
public final class CachedApp {
    private static final Path FOLDER = Path.of("target", "apps").toAbsolutePath();
    private static final Map<String, ExtractedApp> MADE = new ConcurrentHashMap<>();

    private CachedApp() {}

    /** Where Maven puts the jar of an app, such as {@code node-controller}. */
    public static Path packaged(String app) {
        return Path.of("../..", app, "target", app + ".jar").toAbsolutePath().normalize();
    }

    public static boolean isPackaged(String app) {
        return Files.exists(packaged(app));
    }

    /** What starts an app, without its arguments: {@code java}, the options, and the jar with its cache. */
    public static List<String> command(String app, List<String> options) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(MADE.computeIfAbsent(app, CachedApp::make).cached(options).command());
        return command;
    }

    private static ExtractedApp make(String name) {
        ExtractedApp app = new ExtractedApp(name, FOLDER.resolve(name));
        try {
            if (isOlder(app.cache(), packaged(name))) {
                Path training = Files.createDirectories(FOLDER.resolve(name + "-training"));
                new Training(new PrintStream(OutputStream.nullOutputStream()), training)
                        .train(ExtractedApp.extract(name, packaged(name), app.folder()));
            }
            return app;
        } catch (IOException failed) {
            throw new UncheckedIOException("extracting the " + name, failed);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    private static boolean isOlder(Path made, Path from) throws IOException {
        return !Files.exists(made)
                || Files.getLastModifiedTime(made).compareTo(Files.getLastModifiedTime(from)) < 0;
    }
}

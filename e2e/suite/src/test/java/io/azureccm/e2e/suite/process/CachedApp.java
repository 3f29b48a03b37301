package io.azureccm.e2e.suite.process;

import io.azureccm.e2e.playground.image.ExtractedApp;
import io.azureccm.e2e.suite.images.ImageFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The packaged apps as their images have them: extracted, and with a cache of their classes, which takes half of the processor time
 * from a start.
 */
public final class CachedApp {
    private CachedApp() {}

    /** Where Maven puts the jar of an app, such as {@code node-controller}. */
    public static Path packaged(String app) {
        return Path.of("../..", app, "target", app + ".jar").toAbsolutePath().normalize();
    }

    public static boolean isPackaged(String app) {
        return ImageFolder.arePackaged(app);
    }

    /** What starts an app, without its arguments: {@code java}, the options, and the jar with its cache. */
    public static List<String> command(String app, List<String> options) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(new ExtractedApp(app, ImageFolder.of(app).app()).cached(options).command());
        return command;
    }
}

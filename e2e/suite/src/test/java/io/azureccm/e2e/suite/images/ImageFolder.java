package io.azureccm.e2e.suite.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * What an app's Dockerfile makes, without an engine: its RUN lines in a shell with folders below {@code target/images}, then its copies
 * into the image. It is made when the first test asks for it, and again when one of its sources is newer.
 */
public final class ImageFolder {
    private static final Path ALL = Path.of("target", "images").toAbsolutePath();
    private static final Map<String, ImageFolder> MADE = new ConcurrentHashMap<>();

    private final Dockerfile file;
    private final Path folder;

    private ImageFolder(Dockerfile file) {
        this.file = file;
        this.folder = ALL.resolve(file.app());
    }

    /** The image of an app, such as {@code node-controller}, whose {@linkplain #arePackaged sources are packaged}. */
    public static ImageFolder of(String app) {
        return MADE.computeIfAbsent(app, name -> {
            ImageFolder image = new ImageFolder(Dockerfile.of(name));
            image.make();
            return image;
        });
    }

    /** Whether the jars that the image is made of are there. */
    public static boolean arePackaged(String app) {
        return sources(Dockerfile.of(app)).stream().allMatch(Files::exists);
    }

    /** The folder of the app in the image: its jar, libraries and cache. */
    public Path app() {
        return folder.resolve("app");
    }

    /** The jar that the app was extracted from. */
    Path packaged() {
        return folder.resolve("build").resolve(file.app() + ".jar");
    }

    /** With paths of the image as those of this folder. */
    String here(String text) {
        return text.replace("java -", java() + " -")
                .replaceAll("(?<![\\w/])/(app|build|layers)\\b", Matcher.quoteReplacement(folder.toString()) + "/$1");
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** What a command printed that ended well. */
    String run(List<String> command, Map<String, String> environment) {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            if (!process.waitFor(15, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " does not end:\n" + Files.readString(output));
            }
            String printed = Files.readString(output);
            assertThat(process.exitValue()).as(() -> command + "\n" + printed).isZero();
            return printed;
        } catch (IOException failed) {
            throw new UncheckedIOException("running " + command, failed);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    private void make() {
        try {
            if (isNewerThanItsSources(app().resolve(file.app() + ".aot")))
                return;
            FileSystemUtils.deleteRecursively(folder);
            Files.createDirectories(folder.resolve("build"));
            for (Path source : sources(file))
                Files.copy(source, folder.resolve("build").resolve(source.getFileName()));
        } catch (IOException failed) {
            throw new UncheckedIOException("making the image of the " + file.app(), failed);
        }
        Map<String, String> arguments = Map.of("SOURCE_DATE_EPOCH", file.value("ARG", "SOURCE_DATE_EPOCH"));
        for (String step : file.all("RUN"))
            run(List.of("sh", "-c", here(step)), arguments);
        for (String copied : file.all("COPY")) {
            if (copied.startsWith("--from=app "))
                run(List.of("cp", "--archive", here(copied.split(" ")[1]) + ".", folder.toString()), Map.of());
        }
    }

    /** The cache has the time that the Dockerfile gives it; the folder that it was made in has its own. */
    private boolean isNewerThanItsSources(Path cache) throws IOException {
        if (!Files.exists(cache))
            return false;
        for (Path source : Stream.concat(Stream.of(Dockerfile.path(file.app())), sources(file).stream()).toList()) {
            if (Files.getLastModifiedTime(source).compareTo(Files.getLastModifiedTime(folder)) > 0)
                return false;
        }
        return true;
    }

    private static List<Path> sources(Dockerfile file) {
        List<String> copied = List.of(file.all("COPY").getFirst().split(" "));
        return copied.subList(0, copied.size() - 1).stream().map(Dockerfile.root()::resolve).toList();
    }
}

package io.azureccm.e2e.suite.house;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The sources of every module, of which no class path has all. */
final class TestSources {
    private TestSources() {}

    static List<Path> files() throws IOException {
        return files("test");
    }

    /** {@code kinds}: {@code main}, {@code test} or both. */
    static List<Path> files(String... kinds) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("service-controller")))
            root = root.getParent();
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            /** What a build leaves is not looked at: other tests write there. */
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return folder.endsWith("target") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")
                        && Stream.of(kinds).anyMatch(kind -> file.toString().contains("/src/" + kind + "/java/")))
                    files.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}

package io.azureccm.e2e.suite.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds files of this repository, whatever module's folder the tests run in. */
public final class Repository {
    private Repository() {}

    public static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.isDirectory(path.resolve("charts")) && Files.exists(path.resolve("pom.xml")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not inside the repository"));
    }

    /** Everything that is written for people: the README, all pages under {@code docs}, and those of the charts. */
    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        pages.add(root().resolve("README.md"));
        for (String folder : List.of("docs", "charts")) {
            try (Stream<Path> files = Files.walk(root().resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages;
    }
}

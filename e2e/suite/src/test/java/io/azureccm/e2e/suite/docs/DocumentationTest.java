package io.azureccm.e2e.suite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages made from the code are up to date ({@code -Ddocs.write=true} rewrites them), and links lead somewhere. */
class DocumentationTest {
    /** A reason is the first text given to a notice or an event. */
    private static final Pattern EVENT = Pattern.compile("\\b(?:warning|normal)\\([^\";]*?\"([A-Z][A-Za-z]+)\"");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)(?:#([^)]*))?\\)");

    @ParameterizedTest
    @EnumSource
    void pageSaysWhatTheCodeSays(ReferencePage page) throws IOException {
        Path file = Repository.root().resolve("docs/resources").resolve(page.file());
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(file, page.text());
        }
        assertThat(file).as("run with -Ddocs.write=true to rewrite it").hasContent(page.text());
    }

    @Test
    void linksBetweenPagesLeadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : Repository.pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                String target = link.group(1);
                Path file = target.isEmpty() ? page : page.resolveSibling(target);
                if (!target.contains("://")
                        && (!Files.exists(file) || link.group(2) != null && !anchors(file).contains(link.group(2)))) {
                    broken.add(Repository.root().relativize(page) + " -> " + link.group());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyEventAboutServicesIsExplained() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/resources/service/events.md"));
        Set<String> reasons = new TreeSet<>();
        try (Stream<Path> sources = Files.walk(Repository.root().resolve("service-controller/src/main/java"))) {
            for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                Matcher reason = EVENT.matcher(Files.readString(source));
                while (reason.find()) {
                    reasons.add(reason.group(1));
                }
            }
        }
        assertThat(reasons).contains("EnsuredLoadBalancer", "ListLoadBalancers", "PublicIPReplaced")
                .allMatch(reason -> page.contains("`" + reason + "`"));
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        Path docs = Repository.root().resolve("docs");
        String index = Files.readString(docs.resolve("README.md"));
        try (Stream<Path> files = Files.walk(docs)) {
            assertThat(files.filter(file -> file.toString().endsWith(".md"))
                    .map(file -> docs.relativize(file).toString())
                    .filter(file -> !file.equals("README.md"))).allMatch(file -> index.contains("(" + file + ")"));
        }
    }

    /** The anchors of a page: those that GitHub makes from its headings, and those that it has by itself. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new TreeSet<>(headings(page));
        Matcher own = ANCHOR.matcher(Files.readString(page));
        while (own.find()) {
            anchors.add(own.group(1));
        }
        return anchors;
    }

    private static Set<String> headings(Path page) throws IOException {
        try (Stream<String> lines = Files.lines(page)) {
            return lines.filter(line -> line.startsWith("#"))
                    .map(line -> line.replaceFirst("^#+\\s+", "")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-'))
                    .collect(Collectors.toSet());
        }
    }
}

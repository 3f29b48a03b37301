package io.azureccm.e2e.suite.scenario.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.docs.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The table of the page on isolation, a line for each refusal ({@code -Ddocs.write=true} rewrites it). */
final class IsolationPage {
    private static final Path FILE = Repository.root().resolve("docs/explanation/isolation.md");

    private IsolationPage() {}

    static void assertShows(String title, String... cells) {
        String line = "| " + title + " | " + String.join(" | ", cells) + " |";
        try {
            List<String> lines = Files.readAllLines(FILE);
            if (Boolean.getBoolean("docs.write")) {
                lines.replaceAll(each -> each.startsWith("| " + title + " |") ? line : each);
                Files.write(FILE, lines);
            }
            assertThat(lines).as(FILE.toString()).contains(line);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The times of a new Service, a change, a deletion and a narrowing; once if they are equal. */
    static String all(List<Optional<Duration>> waited) {
        List<String> times = waited.stream().map(IsolationPage::seconds).toList();
        return Set.copyOf(times).size() == 1 ? times.getFirst() + " each" : String.join(", ", times);
    }

    /** Rounded up, as whole seconds. */
    static String seconds(Optional<Duration> waited) {
        return (waited.orElseThrow().toMillis() + 999) / 1000 + " s";
    }
}

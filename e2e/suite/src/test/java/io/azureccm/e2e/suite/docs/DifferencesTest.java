package io.azureccm.e2e.suite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each difference can be linked to and says how much it matters, and the overview counts them right. */
class DifferencesTest {
    private static final Path FOLDER = Repository.root().resolve("docs/explanation/differences");
    private static final Path OVERVIEW = Repository.root().resolve("docs/explanation/differences.md");
    private static final Pattern ANCHOR = Pattern.compile("\\| <a id=\"([a-z0-9-]+)\"></a>\\S.*");
    private static final Pattern MARK = Pattern.compile(".* \\| (look|know|quiet) \\|");
    private static final Pattern COUNTS = Pattern
            .compile("\\| \\[[^]]+]\\(differences/([a-z-]+)\\.md\\) \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|");

    @Test
    void everyRowHasAnAnchorOfItsOwn() throws IOException {
        List<String> anchors = new ArrayList<>();
        for (Path page : pages()) {
            for (String row : rows(page)) {
                Matcher anchor = ANCHOR.matcher(row);
                assertThat(anchor.matches()).as("%s: %s", page.getFileName(), row).isTrue();
                anchors.add(anchor.group(1));
            }
        }
        assertThat(anchors).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    }

    @Test
    void everyDifferenceSaysHowMuchItMattersAndTheOverviewCountsThem() throws IOException {
        Map<String, List<String>> marks = new TreeMap<>();
        for (Path page : pages()) {
            if (!Files.readString(page).contains("| Mark |"))
                continue;
            List<String> found = new ArrayList<>();
            for (String row : rows(page)) {
                Matcher mark = MARK.matcher(row);
                assertThat(mark.matches()).as("%s: %s", page.getFileName(), row).isTrue();
                found.add(mark.group(1));
            }
            marks.put(page.getFileName().toString().replace(".md", ""), found);
        }
        Map<String, List<Long>> counted = new TreeMap<>();
        marks.forEach((page, found) -> counted.put(page,
                Stream.of("look", "know", "quiet")
                        .map(mark -> found.stream().filter(mark::equals).count())
                        .toList()));
        Map<String, List<Long>> told = new TreeMap<>();
        Matcher row = COUNTS.matcher(Files.readString(OVERVIEW));
        while (row.find()) {
            told.put(row.group(1), List.of(Long.parseLong(row.group(2)), Long.parseLong(row.group(3)),
                    Long.parseLong(row.group(4))));
        }
        assertThat(told).isEqualTo(counted);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    private static List<String> rows(Path page) throws IOException {
        return Files.readAllLines(page)
                .stream()
                .filter(line -> line.startsWith("| "))
                .filter(line -> !line.startsWith("| Situation") && !line.startsWith("| Weak point"))
                .toList();
    }
}

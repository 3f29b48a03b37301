package io.azureccm.e2e.suite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each difference can be linked to and stands under its mark, those that need a look before a switch first. */
class DifferencesTest {
    private static final Path PAGE = Repository.root().resolve("docs/explanation/differences.md");
    private static final List<String> MARKS = List.of("look", "know", "quiet");
    /** Anchors and situation, and one cell for each behaviour: that of the reference only where it matters. */
    private static final Pattern ROW = Pattern
            .compile("\\| ((?:<a id=\"[a-z0-9-]+\"></a>)+)\\S[^|]* \\|((?: \\S[^|]* \\|){1,2})");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([a-z0-9-]+)\">");

    @Test
    void everyDifferenceHasAnAnchorOfItsOwnAndSaysBothBehaviours() throws IOException {
        List<String> anchors = new ArrayList<>();
        for (String mark : MARKS) {
            List<String> rows = rows(section(mark));
            assertThat(rows).as(mark).hasSizeGreaterThan(10);
            for (String row : rows) {
                Matcher cells = ROW.matcher(row);
                assertThat(cells.matches()).as("%s: %s", mark, row).isTrue();
                assertThat(cells.group(2).chars().filter(each -> each == '|').count()).as("%s: %s", mark, row)
                        .isEqualTo(mark.equals("quiet") ? 1 : 2);
                ANCHOR.matcher(cells.group(1)).results().map(anchor -> anchor.group(1)).forEach(anchors::add);
            }
        }
        assertThat(anchors).hasSizeGreaterThan(200).doesNotHaveDuplicates();
    }

    @Test
    void theMarksAreExplainedAndThoseThatNeedALookComeFirst() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(MARKS).allMatch(mark -> page.contains("| [" + mark + "](#" + mark + ") | "));
        assertThat(MARKS.stream().map(mark -> page.indexOf(heading(mark))).toList()).isSorted()
                .doesNotContain(-1);
        assertThat(page.lines().filter(line -> line.contains("<a id=\"") && line.startsWith("|")).count())
                .as("a difference stands under a mark")
                .isEqualTo(MARKS.stream().mapToLong(mark -> rows(section(mark)).size()).sum());
    }

    private static String section(String mark) {
        try {
            String rest = Files.readString(PAGE).split(Pattern.quote(heading(mark)), 2)[1];
            return rest.split("\n## ", 2)[0];
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String heading(String mark) {
        return "\n## " + mark + "\n";
    }

    private static List<String> rows(String section) {
        return section.lines().filter(line -> line.startsWith("| ") && !line.startsWith("| Situation |")).toList();
    }
}

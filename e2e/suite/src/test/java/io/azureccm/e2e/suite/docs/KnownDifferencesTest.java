package io.azureccm.e2e.suite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.core.shadow.KnownDifference;
import io.azureccm.common.core.shadow.KnownDifferences;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a shadow takes for explained, the page of differences explains, and its guide names. */
class KnownDifferencesTest {
    private static final Pattern LINK = Pattern.compile("\\(\\.\\./(explanation/differences\\.md#[^)]+)\\)");

    @Test
    void everyAnchorOfTheCatalogueIsOnItsPageAndTheGuideNamesThemAll() throws IOException {
        Set<String> anchors = new TreeSet<>();
        for (KnownDifference known : catalogue().all())
            anchors.addAll(known.anchors());
        assertThat(anchors).hasSizeGreaterThan(2);
        for (String anchor : anchors) {
            String[] parts = anchor.split("#");
            assertThat(Files.readString(Repository.root().resolve(parts[0])))
                    .contains("<a id=\"" + parts[1] + "\"></a>");
        }
        assertThat(named()).isEqualTo(anchors);
    }

    private static KnownDifferences catalogue() throws IOException {
        try (InputStream in = KnownDifferences.class
                .getResourceAsStream("/io/azureccm/common/shadow/known-differences.json")) {
            return KnownDifferences.parse(new ObjectMapper().readTree(in));
        }
    }

    private static Set<String> named() throws IOException {
        Path guide = Repository.root().resolve("docs/guides/inspect.md");
        Set<String> named = new TreeSet<>();
        Matcher link = LINK.matcher(Files.readString(guide));
        while (link.find())
            named.add("docs/" + link.group(1));
        return named;
    }
}

package io.azureccm.e2e.charts.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.charts.Charts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What the charts share exists once: their folders contain links to it, so that a checkout can be installed. */
class SharedTemplatesTest {
    static final List<String> CHARTS = Charts.ALL;
    /** Links in a chart, and what they lead to in {@code charts/shared}. */
    private static final Map<String, String> LINKS = Map.of("templates/shared", "templates", "templates/NOTES.txt",
            "NOTES.txt", "files/shared", "files");

    @ParameterizedTest
    @FieldSource("CHARTS")
    void templatesThatChartsShareAreLinks(String chart) throws IOException {
        for (Map.Entry<String, String> link : LINKS.entrySet()) {
            Path found = Charts.folder(chart).resolve(link.getKey());
            assertThat(Files.readSymbolicLink(found)).isRelative();
            assertThat(found.toRealPath()).isEqualTo(Charts.folder("shared").resolve(link.getValue()).toRealPath());
        }
        assertThat(Charts.templates(chart).keySet()).allMatch(
                name -> name.matches("templates/(shared/.*|own/.*|NOTES\\.txt)"));
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void alertsAndPanelsAboutPlansAreThereWhereThereArePlans(String chart) {
        assertThat(Charts.texts(chart, "files").keySet().stream().anyMatch(name -> name.startsWith("files/plans/")))
                .isEqualTo(!chart.equals("node-controller"));
    }
}

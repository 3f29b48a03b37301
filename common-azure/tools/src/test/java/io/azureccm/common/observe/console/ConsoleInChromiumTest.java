package io.azureccm.common.observe.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The console in Chromium, where it is installed: what only an engine that draws pages can tell. */
class ConsoleInChromiumTest {
    private static final List<String> PAGES = List.of("", "?state=REFUSED", "/picture", "/plans", "/plans/1", "/budget",
            "/orphans");

    @TempDir
    private static Path profile;

    private static Chromium browser;
    private static String checks;

    @BeforeAll
    static void start() throws IOException {
        Optional<Path> program = Chromium.installed();
        Assumptions.assumeTrue(program.isPresent(), "no Chromium on the PATH");
        browser = new Chromium(program.get(), profile);
        try (InputStream script = ConsoleInChromiumTest.class.getResourceAsStream("/console/page-checks.js")) {
            checks = new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @AfterAll
    static void stop() {
        if (browser != null)
            browser.close();
    }

    private static List<String> problems() {
        List<String> problems = new ArrayList<>();
        browser.evaluate(checks).forEach(each -> problems.add(each.asText()));
        return problems;
    }

    @ParameterizedTest(name = "{0} Services in the {1} theme, {2} pixels wide")
    @CsvSource({"0, light, 1280", "0, dark, 1280", "5, light, 1280", "5, dark, 1280", "5, light, 390", "5, dark, 390",
            "500, light, 1280", "500, dark, 1280"})
    void everyPageIsReadableAndLoadsAndRunsNothing(int services, String theme, int width) throws IOException {
        try (ServedConsole served = new ServedConsole()) {
            served.addServices(services);
            List<String> pages = new ArrayList<>(PAGES);
            if (services > 3)
                pages.add("/objects/shop/web-003");
            for (String page : pages) {
                String address = served.address(page);
                browser.open(address, theme, width);
                assertThat(browser.evaluate("document.querySelector('h1').textContent").asText()).isNotBlank();
                assertThat(problems()).as(page).isEmpty();
                assertThat(browser.complaints()).as(page).isEmpty();
                assertThat(browser.requests()).as(page).containsExactly(address);
            }
        }
    }

    /** So that the checks above are known to find what they look for. */
    @Test
    void checksFindWhatCannotBeReadAndWhatDoesNotFit() {
        browser.open("data:text/html,<h1>x</h1><p style='color:rgb(200,200,200)'>pale</p>"
                + "<div style='width:3000px'>wide</div>"
                + "<svg viewBox='0 0 100 20' width='100' height='20'><g><rect width='20' height='20' fill='white'/>"
                + "<text x='0' y='12'>much longer than its box</text></g></svg>", "light", 1280);

        assertThat(problems()).hasSize(3)
                .anyMatch(each -> each.startsWith("contrast 1.7 of \"pale\""))
                .anyMatch(each -> each.contains("runs out of its box"))
                .anyMatch(each -> each.contains("pixels wide in a window of 1280"));
    }

    @Test
    void aScriptThatCameInWouldNotRunAndWouldBeComplainedOf() throws IOException {
        try (ServedConsole served = new ServedConsole()) {
            browser.open(served.address(""), "light", 1280);
            browser.evaluate("document.body.append(Object.assign(document.createElement('script'), "
                    + "{textContent: 'document.title = \"run\"'}))");
            assertThat(browser.evaluate("document.title").asText()).isNotEqualTo("run");
        }
    }
}

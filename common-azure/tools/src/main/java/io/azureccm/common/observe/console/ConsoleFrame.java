package io.azureccm.common.observe.console;

import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The common parts of all pages: navigation, the current leader, and a heading. */
final class ConsoleFrame {
    private ConsoleFrame() {}

    /** {@code depth}: the number of path segments of the page after {@code console}. */
    static HtmlPage begin(Sources sources, String title, int depth) {
        String whole = title + " - " + sources.app() + (sources.cluster().isEmpty() ? "" : " of " + sources.cluster());
        HtmlPage page = new HtmlPage(whole).raw("<nav aria-label=\"Pages\"><ul>\n<li>")
                .link(to("", depth), "Overview")
                .raw("</li>\n");
        for (String each : new String[]{"picture", "plans", "budget", "orphans"})
            page.raw("<li>")
                    .link(to(each, depth), Character.toUpperCase(each.charAt(0)) + each.substring(1))
                    .raw("</li>\n");
        page.raw("</ul></nav>\n<main>\n").element("h1", whole).raw("\n");
        leader(page, sources.state().get());
        return page;
    }

    /** The relative address of a page, which works behind any proxy. */
    static String to(String page, int depth) {
        String console = depth == 0 ? "console" : "../".repeat(depth) + "console";
        return page.isEmpty() ? console : depth == 0 ? "console/" + page : "../".repeat(depth - 1) + page;
    }

    /** In UTC, to the second, as ISO 8601. */
    static String at(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static void leader(HtmlPage page, ControllerState state) {
        ControllerState.Leadership lead = state.leadership();
        String who = lead.leading()
                ? "this instance leads since " + at(lead.since())
                : lead.holder().isEmpty()
                        ? "this instance does not lead, and no leader is known"
                        : "this instance does not lead; " + lead.holder() + " does";
        page.element("p class=\"note\"", state.phase() + ": " + who).raw("\n");
        lead.others().holding().ifPresent(why -> page.element("p class=\"refuse\"", "! " + why).raw("\n"));
        lead.problem().ifPresent(why -> page.element("p class=\"refuse\"", "! " + why).raw("\n"));
        state.kubernetes().firstProblem().ifPresent(why -> page.element("p class=\"refuse\"", "! " + why).raw("\n"));
    }

    static String end(HtmlPage page) {
        return page.raw("</main>\n").end();
    }
}

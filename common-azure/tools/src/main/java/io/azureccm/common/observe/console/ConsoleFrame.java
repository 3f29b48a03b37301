package io.azureccm.common.observe.console;

import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The common parts of all pages: navigation, the current leader, and a heading. */
final class ConsoleFrame {
    private ConsoleFrame() {}

    /** The intervals, in seconds, at which a page can be loaded again by itself. */
    static final List<Integer> RELOADS = List.of(10, 60);

    /** {@code depth}: the number of path segments of the page after {@code console}. */
    static HtmlPage begin(Sources sources, String title, int depth) {
        return begin(sources, title, depth, 0);
    }

    /** {@code reload}: how often, in seconds, the page is loaded again; 0 for never. */
    static HtmlPage begin(Sources sources, String title, int depth, int reload) {
        ConsoleEndpoint.About about = sources.about();
        String whole = title + " - " + about.app() + (about.cluster().isEmpty() ? "" : " of " + about.cluster());
        HtmlPage page = new HtmlPage(whole, reload).raw("<nav aria-label=\"Pages\"><ul>\n<li>")
                .link(to("", depth), "Overview")
                .raw("</li>\n");
        for (String each : new String[]{"picture", "plans", "budget", "orphans"})
            page.raw("<li>")
                    .link(to(each, depth), Character.toUpperCase(each.charAt(0)) + each.substring(1))
                    .raw("</li>\n");
        about.others().addresses().forEach((app, address) -> other(page, app, address));
        page.raw("</ul></nav>\n<main>\n").element("h1", whole).raw("\n");
        leader(page, sources.state().get());
        return page;
    }

    /** A link to another console; an address that is none is shown as it is. */
    private static void other(HtmlPage page, String app, String address) {
        page.raw("<li>");
        if (OtherApps.isAddress(address))
            page.linkAway(address, app);
        else
            page.text(app + " (azureccm.console.others." + app + " is no address: " + address + ")");
        page.raw("</li>\n");
    }

    /** The relative address of a page, which works behind any proxy. */
    static String to(String page, int depth) {
        String console = depth == 0 ? "console" : "../".repeat(depth) + "console";
        return page.isEmpty() ? console : depth == 0 ? "console/" + page : "../".repeat(depth - 1) + page;
    }

    /** A choice of {@link #RELOADS} for a form. */
    static void chooseReload(HtmlPage page, int reload) {
        page.raw("<label>Reload <select name=\"reload\"><option value=\"0\">never</option>");
        RELOADS.forEach(each -> page.raw("<option value=\"" + each + "\"" + (each == reload ? " selected" : "") + ">")
                .text("every " + each + " s")
                .raw("</option>"));
        page.raw("</select></label> ");
    }

    /** A cell with the name of a resource, which leads to it in the Azure portal if the cloud has one. */
    static void resource(HtmlPage page, Sources sources, String id, String text) {
        sources.about()
                .portal()
                .get()
                .filter(portal -> !id.isEmpty())
                .ifPresentOrElse(portal -> page.linkAway(portal + "/#resource" + id, text), () -> page.text(text));
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

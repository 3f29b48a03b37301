package io.azureccm.common.observe.console;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.State;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;
import io.azureccm.common.observe.endpoint.Explanations;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All objects by state, those that need attention first, a hundred at a time. */
record OverviewPage(Sources sources) {
    private static final int ROWS = 100;

    /**
     * Filters by state ("" for all), by a text that the name contains, or by namespace ({@code shop/}), and those with warnings; pages count
     * from 1; the page is loaded again every {@code reload} seconds, 0 for never.
     */
    record Asked(String state, String name, boolean warned, int page, int reload) {
        static Asked of(String state, String name, boolean warned) {
            return new Asked(state, name, warned, 1, 0);
        }

        boolean admits(Explanation each) {
            return (!warned || !each.warnings().isEmpty())
                    && (state.isEmpty() || each.state().name().equalsIgnoreCase(state))
                    && (name.endsWith("/")
                            ? each.name().startsWith(name)
                            : each.name().toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT)));
        }

        String query(int other) {
            return "console?state=" + encoded(state) + "&name=" + encoded(name) + (warned ? "&warned=true" : "")
                    + (reload > 0 ? "&reload=" + reload : "") + "&page=" + other;
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
    }

    String of(Asked asked) {
        HtmlPage page = ConsoleFrame.begin(sources, "Overview", 0, asked.reload());
        others(page);
        sources.explanations()
                .list()
                .ifPresentOrElse(all -> show(page, all, asked),
                        () -> page.element("p", sources.explanations().nobodyKnows()));
        return ConsoleFrame.end(page);
    }

    private void others(HtmlPage page) {
        Map<String, String> said = sources.about().others().ask();
        if (said.isEmpty())
            return;
        page.raw("<ul class=\"counts\" aria-label=\"Other apps\">\n");
        said.forEach((name, summary) -> page.raw("<li>")
                .linkAway(sources.about().others().addresses().get(name), name)
                .text(": " + summary)
                .raw("</li>\n"));
        page.raw("</ul>\n");
    }

    private void show(HtmlPage page, List<Explanation> all, Asked asked) {
        counts(page, all);
        namespaces(page, all);
        filters(page, asked);
        List<Explanation> admitted = all.stream().filter(asked::admits).toList();
        int pages = Math.max(1, (admitted.size() + ROWS - 1) / ROWS);
        int number = Math.min(asked.page(), pages);
        rows(page, admitted.size() + " of " + all.size() + ", page " + number + " of " + pages,
                admitted.stream().skip((long) (number - 1) * ROWS).limit(ROWS).toList());
        page.raw("<p>");
        if (number > 1)
            page.link(asked.query(number - 1), "Previous page").raw(" ");
        if (number < pages)
            page.link(asked.query(number + 1), "Next page");
        page.raw("</p>\n");
    }

    private static void counts(HtmlPage page, List<Explanation> all) {
        Map<State, Integer> counts = new EnumMap<>(State.class);
        all.forEach(each -> counts.merge(each.state(), 1, Integer::sum));
        page.raw("<ul class=\"counts\" aria-label=\"Number of objects by state\">\n<li>")
                .link("console", all.size() + " in total")
                .raw("</li>\n");
        Explanations.ATTENTION.stream()
                .filter(counts::containsKey)
                .forEach(state -> page.raw("<li>")
                        .link("console?state=" + state, counts.get(state) + " " + state)
                        .raw("</li>\n"));
        long warned = all.stream().filter(each -> !each.warnings().isEmpty()).count();
        if (warned > 0)
            page.raw("<li>").link(Asked.of("", "", true).query(1), warned + " with warnings").raw("</li>\n");
        page.raw("</ul>\n");
    }

    private static void filters(HtmlPage page, Asked asked) {
        page.raw("<form action=\"console\" method=\"get\" role=\"search\"><p><label for=\"name\">Name"
                + " contains</label> <input id=\"name\" name=\"name\" value=\"")
                .text(asked.name())
                .raw("\"> <label>State <select name=\"state\"><option value=\"\">any</option>");
        for (State each : Explanations.ATTENTION)
            page.raw("<option" + (each.name().equalsIgnoreCase(asked.state()) ? " selected" : "") + ">")
                    .text(each.name())
                    .raw("</option>");
        page.raw("</select></label> <label><input type=\"checkbox\" name=\"warned\" value=\"true\""
                + (asked.warned() ? " checked" : "") + "> with warnings</label> ");
        ConsoleFrame.chooseReload(page, asked.reload());
        page.raw("<button>Show</button></p></form>\n");
    }

    /** Links to the objects of each namespace, if there are several. */
    private static void namespaces(HtmlPage page, List<Explanation> all) {
        Map<String, Integer> counts = new TreeMap<>();
        all.stream()
                .map(Explanation::name)
                .filter(name -> name.contains("/"))
                .forEach(name -> counts.merge(name.substring(0, name.indexOf('/') + 1), 1, Integer::sum));
        if (counts.size() < 2)
            return;
        page.raw("<details><summary>").text(counts.size() + " namespaces").raw("</summary><ul class=\"counts\">\n");
        counts.forEach((namespace, count) -> page.raw("<li>")
                .link(Asked.of("", namespace, false).query(1), count + " in " + namespace)
                .raw("</li>\n"));
        page.raw("</ul></details>\n");
    }

    /** Without columns in which all cells would be empty: not every app knows times and parts. */
    private void rows(HtmlPage page, String caption, List<Explanation> shown) {
        List<String> parts = shown.stream().map(each -> sources.explanations().parts(each.name())).toList();
        boolean timed = shown.stream().anyMatch(each -> !each.since().isEmpty());
        boolean placed = parts.stream().anyMatch(each -> !each.isEmpty());
        page.table(caption, Stream.of("Name", "State", timed ? "Since" : "", "Why", placed ? "In Azure" : "")
                .filter(each -> !each.isEmpty())
                .toArray(String[]::new));
        for (int i = 0; i < shown.size(); i++) {
            Explanation each = shown.get(i);
            page.beginRow()
                    .head(cell -> cell.link("console/objects/" + each.name(), each.name()))
                    .cell(each.state().toString(), each.state().toString());
            if (timed)
                page.cell("at", each.since());
            page.cell("", each.summary());
            if (placed)
                page.cell("note parts", parts.get(i));
            page.endRow();
        }
        page.endTable();
    }
}

package io.azureccm.common.observe.console;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;

/** Explains the state of one object, or shows which of its backends are up. */
record ObjectPage(Sources sources) {
    String of(String subject, int depth, int reload) {
        HtmlPage page = ConsoleFrame.begin(sources, subject, depth, reload);
        sources.explanations()
                .whole(subject)
                .ifPresentOrElse(known -> {
                    state(page, known);
                    if (hasBackends(known))
                        page.raw("<p>")
                                .link(ConsoleFrame.to("backends/" + subject, depth),
                                        "Which backends are up (asks Azure)")
                                .raw("</p>\n");
                    page.raw("<form method=\"get\"><p>");
                    ConsoleFrame.chooseReload(page, reload);
                    page.raw("<button>Set</button></p></form>\n");
                    sections(page, known);
                }, () -> page.element("p", sources.explanations().nobodyKnows()));
        return ConsoleFrame.end(page);
    }

    /** Asks Azure; never loaded again by itself. */
    String backends(String subject, int depth) {
        HtmlPage page = ConsoleFrame.begin(sources, "Backends of " + subject, depth);
        sources.explanations()
                .health(subject)
                .ifPresentOrElse(known -> {
                    page.raw("<p>").link(ConsoleFrame.to("objects/" + subject, depth), subject).raw("</p>\n");
                    state(page, known);
                    sections(page, known);
                }, () -> page.element("p", sources.explanations().nobodyKnows()));
        return ConsoleFrame.end(page);
    }

    private static boolean hasBackends(Explanation known) {
        return known.sections()
                .stream()
                .filter(section -> section.title().equals(Explanation.Section.IN_AZURE))
                .flatMap(section -> section.lines().stream())
                .anyMatch(line -> line.what().equals("rule") && !line.value().equals("none"));
    }

    private static void state(HtmlPage page, Explanation known) {
        page.raw("<p>")
                .text(known.kind() + " ")
                .element("strong class=\"" + known.state() + "\"", known.state().toString())
                .text(known.since().isEmpty() ? "" : " since " + known.since())
                .text(known.message().isEmpty() ? "" : ": " + known.message())
                .raw("</p>\n");
        known.warnings()
                .forEach(
                        each -> page.element("p class=\"change\"", "! " + each.what() + ": " + each.value()).raw("\n"));
    }

    private void sections(HtmlPage page, Explanation known) {
        page.raw("<div class=\"facts\">\n");
        for (Explanation.Section section : known.sections()) {
            page.element("h2", section.title()).table("", "What", "Value", "Reason or source");
            section.lines()
                    .forEach(line -> page.beginRow()
                            .head(cell -> cell.text(line.what()))
                            .cell("", cell -> ConsoleFrame.resource(cell, sources, line.resource(), line.value()))
                            .cell("note", line.note())
                            .endRow());
            page.endTable();
        }
        page.raw("</div>\n");
    }
}

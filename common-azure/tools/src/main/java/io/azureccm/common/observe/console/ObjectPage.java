package io.azureccm.common.observe.console;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;

/** Explains the state of one object. */
final class ObjectPage {
    private final Sources sources;

    ObjectPage(Sources sources) {
        this.sources = sources;
    }

    String of(String subject, int depth, int reload) {
        HtmlPage page = ConsoleFrame.begin(sources, subject, depth, reload);
        sources.explanations()
                .whole(subject)
                .ifPresentOrElse(known -> show(page, known, reload),
                        () -> page.element("p", sources.explanations().nobodyKnows()));
        return ConsoleFrame.end(page);
    }

    private void show(HtmlPage page, Explanation known, int reload) {
        page.raw("<p>")
                .text(known.kind() + " ")
                .element("strong class=\"" + known.state() + "\"", known.state().toString())
                .text(known.since().isEmpty() ? "" : " since " + known.since())
                .text(known.message().isEmpty() ? "" : ": " + known.message())
                .raw("</p>\n");
        known.warnings()
                .forEach(
                        each -> page.element("p class=\"change\"", "! " + each.what() + ": " + each.value()).raw("\n"));
        page.raw("<form method=\"get\"><p>");
        ConsoleFrame.chooseReload(page, reload);
        page.raw("<button>Set</button></p></form>\n");
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
    }
}

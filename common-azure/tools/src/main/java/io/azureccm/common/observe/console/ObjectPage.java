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

    String of(String subject, int depth) {
        HtmlPage page = ConsoleFrame.begin(sources, subject, depth);
        sources.explanations()
                .whole(subject)
                .ifPresentOrElse(known -> show(page, known),
                        () -> page.element("p", sources.explanations().nobodyKnows()));
        return ConsoleFrame.end(page);
    }

    private static void show(HtmlPage page, Explanation known) {
        page.raw("<p>")
                .text(known.kind() + " ")
                .element("strong class=\"" + known.state() + "\"", known.state().toString())
                .text(known.message().isEmpty() ? "" : ": " + known.message())
                .raw("</p>\n");
        for (Explanation.Section section : known.sections()) {
            page.element("h2", section.title()).table("", "What", "Value", "Reason or source");
            section.lines()
                    .forEach(line -> page.raw("<tr>")
                            .element("th scope=\"row\"", line.what())
                            .element("td", line.value())
                            .element("td class=\"note\"", line.note())
                            .raw("</tr>\n"));
            page.endTable();
        }
    }
}

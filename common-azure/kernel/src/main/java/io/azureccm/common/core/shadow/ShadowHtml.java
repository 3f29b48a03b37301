package io.azureccm.common.core.shadow;

import io.azureccm.common.core.html.HtmlPage;
import java.util.List;
import java.util.function.Function;

/** A report as one HTML page that loads no resources. */
public final class ShadowHtml {
    private ShadowHtml() {}

    public static String of(String title, ShadowReport report) {
        HtmlPage page = new HtmlPage("Shadow of the " + title).raw("<h1>")
                .text("Shadow of the " + title + ": ")
                .element("span class=\"" + report.verdict() + "\"", report.verdict().toString())
                .raw("</h1>\n<p>")
                .element("strong", ShadowText.summary(report))
                .raw("</p>\n")
                .element("p", "Since " + ShadowText.at(report.since()) + ", "
                        + report.unbroken()
                                .map(from -> "without a gap since " + ShadowText.at(from))
                                .orElse("with a gap now")
                        + ", until " + ShadowText.at(report.at()))
                .raw("\n");
        section(page, "Unexplained differences", report.unexplained(),
                each -> ShadowText.line(each.difference(), each.since()));
        explained(page, report.explained());
        section(page, "Not at rest", report.pending(), ShadowText::line);
        section(page, "Differed earlier", report.ended(),
                each -> ShadowText.line(each.difference(), each.since()) + " until " + ShadowText.at(each.until()));
        section(page, "Gaps", report.gaps(), ShadowText::gap);
        return page.end();
    }

    private static void explained(HtmlPage page, List<ShadowReport.Found> found) {
        if (found.isEmpty())
            return;
        page.raw("<h2>Explained differences</h2>\n<ul>\n");
        found.forEach(each -> {
            page.raw("<li>").text(ShadowText.line(each.difference(), each.since()));
            each.anchors().forEach(anchor -> page.raw(" ").element("code", anchor));
            page.raw("</li>\n");
        });
        page.raw("</ul>\n");
    }

    private static <T> void section(HtmlPage page, String title, List<T> items, Function<T, String> text) {
        if (items.isEmpty())
            return;
        page.element("h2", title).raw("\n<ul>\n");
        items.forEach(item -> page.element("li", text.apply(item)).raw("\n"));
        page.raw("</ul>\n");
    }
}

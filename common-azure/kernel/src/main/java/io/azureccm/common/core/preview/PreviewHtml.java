package io.azureccm.common.core.preview;

import io.azureccm.common.core.html.HtmlPage;

/** A preview as one HTML page that loads no resources. */
public final class PreviewHtml {
    private PreviewHtml() {}

    public static String of(String title, Preview preview) {
        HtmlPage page = new HtmlPage("Plan of the " + title).element("h1", "Plan of the " + title)
                .raw("\n<p>")
                .element("strong", PreviewText.summary(preview))
                .raw("</p>\n");
        if (!preview.unread().isEmpty()) {
            page.raw("<h2>Not read</h2>\n<ul>\n");
            PreviewText.unread(preview).forEach(each -> page.element("li", each).raw("\n"));
            page.raw("</ul>\n");
        }
        if (!preview.limits().isEmpty()) {
            page.raw("<h2>Limits</h2>\n")
                    .table("Usage after the plan, and Azure's limits", "Resource", "Limit", "Before",
                            "After", "Most");
            preview.limits()
                    .forEach(use -> page.row(use.resource(), use.counted(), String.valueOf(use.before()),
                            String.valueOf(use.after()), String.valueOf(use.max())));
            page.endTable();
        }
        return page.raw("<h2>Plan</h2>\n")
                .element("p", "Signs: + is added, - is removed, ~ is changed, ! is refused.")
                .planLines(PreviewText.plan(preview))
                .end();
    }
}

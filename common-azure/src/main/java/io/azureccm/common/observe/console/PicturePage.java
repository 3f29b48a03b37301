package io.azureccm.common.observe.console;

import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.core.html.PictureSvg;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;
import java.util.List;

/** What is in Azure and about to change there, drawn. */
final class PicturePage {
    private final Sources sources;

    PicturePage(Sources sources) {
        this.sources = sources;
    }

    String of() {
        HtmlPage page = ConsoleFrame.begin(sources, "Picture", 1);
        List<Picture> pictures = sources.explanations().pictures();
        if (pictures.isEmpty())
            return ConsoleFrame.end(page.element("p", "There is nothing to draw: this controller has no load balancer,"
                    + " or this instance does not work."));
        page.element("p", "A sign says what is about to change: + is added, - is removed, ~ is changed.");
        pictures.forEach(each -> {
            page.element("h2", each.title());
            PictureSvg.draw(page, each);
        });
        return ConsoleFrame.end(page);
    }
}

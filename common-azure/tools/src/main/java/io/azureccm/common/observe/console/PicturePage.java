package io.azureccm.common.observe.console;

import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.core.html.PictureSvg;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;
import java.util.List;

/** A diagram of what is in Azure and of pending changes. */
record PicturePage(Sources sources) {
    /** Only elements whose name contains {@code name} ("" for all), and those they lead to. */
    String of(String name, int reload) {
        HtmlPage page = ConsoleFrame.begin(sources, "Picture", 1, reload);
        List<Picture> pictures = sources.explanations().pictures();
        if (pictures.isEmpty())
            return ConsoleFrame.end(page.element("p", "There is nothing to draw: this controller knows no"
                    + " resources in Azure that it draws, or this instance is not working."));
        page.raw("<form action=\"picture\" method=\"get\" role=\"search\"><p><label for=\"name\">Name"
                + " contains</label> <input id=\"name\" name=\"name\" value=\"")
                .text(name)
                .raw("\"> ");
        ConsoleFrame.chooseReload(page, reload);
        page.raw("<button>Show</button></p></form>\n");
        page.element("p", "A sign marks a pending change: + is added, - is removed, ~ is changed.");
        pictures.stream().map(each -> each.holding(name)).forEach(each -> {
            page.element("h2", each.title());
            PictureSvg.draw(page, each);
        });
        return ConsoleFrame.end(page);
    }
}

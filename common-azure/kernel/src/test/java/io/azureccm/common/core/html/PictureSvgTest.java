package io.azureccm.common.core.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.explain.Picture.Box;
import io.azureccm.common.core.explain.Picture.Column;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** A drawing is well formed whatever names hold, and says in words what its colours say. */
class PictureSvgTest {
    private static final String EVIL = "</title><script>&\"'";

    @Test
    void namesStayTextsAndChangesHaveWords() throws Exception {
        HtmlPage page = new HtmlPage("picture");
        PictureSvg.draw(page, new Picture(EVIL, List.of(new Column("Nodes", List.of(
                new Box(EVIL, EVIL, List.of(EVIL), Optional.of(Change.Kind.ADD), List.of()),
                new Box("old", "old", List.of(EVIL), Optional.of(Change.Kind.REMOVE), List.of()),
                new Box("other", "other", List.of(EVIL), Optional.of(Change.Kind.UPDATE), List.of()))))));
        String html = page.end();
        String svg = html.substring(html.indexOf("<svg"), html.indexOf("</svg>") + 6);
        Document drawn = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)));
        assertThat(drawn.getElementsByTagName("script").getLength()).isZero();
        assertThat(drawn.getElementsByTagName("desc").item(0).getTextContent()).contains("+ " + EVIL, "is added",
                "- old", "is removed", "~ other", "is changed");
    }
}

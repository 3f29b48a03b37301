package io.azureccm.common.core.html;

import io.azureccm.common.core.PrintableText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;

/**
 * One HTML page that loads no resources and runs no scripts, with a light and a dark theme. All appended text is escaped;
 * tags only come from code.
 */
public final class HtmlPage {
    private static final String STYLE = HtmlStyle.TEXT;

    /** What a browser may do with these pages: apply their own style and send their own form, and nothing else. */
    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'sha256-" + digest(STYLE)
            + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final StringBuilder html = new StringBuilder();
    private List<String> columns = List.of();
    private int column;

    public HtmlPage(String title) {
        this(title, 0);
    }

    /** A page that the browser loads again after so many seconds; 0 for never. */
    public HtmlPage(String title, int reload) {
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append(reload > 0 ? "<meta http-equiv=\"refresh\" content=\"" + reload + "\">\n" : "")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
                .append(escaped(title))
                .append("</title>\n<style>")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n");
    }

    /** Tags without escaping; never data. */
    public HtmlPage raw(String tags) {
        html.append(tags);
        return this;
    }

    public HtmlPage text(String text) {
        html.append(escaped(text));
        return this;
    }

    /** An element that contains a text; {@code tag} may have attributes that are not data. */
    public HtmlPage element(String tag, String text) {
        html.append('<').append(tag).append('>').append(escaped(text)).append("</");
        html.append(tag, 0, tag.indexOf(' ') < 0 ? tag.length() : tag.indexOf(' ')).append('>');
        return this;
    }

    public HtmlPage link(String address, String text) {
        html.append("<a href=\"").append(escaped(address)).append("\">").append(escaped(text)).append("</a>");
        return this;
    }

    /** A link to another site, which is not told where it was followed. */
    public HtmlPage linkAway(String address, String text) {
        html.append("<a rel=\"noreferrer\" href=\"").append(escaped(address)).append("\">").append(escaped(text));
        return raw("</a>");
    }

    /**
     * The beginning of a table; {@code caption} describes it, "" if the heading above does. On a narrow screen, each row becomes a block in
     * which cells are labelled by their columns.
     */
    public HtmlPage table(String caption, String... columns) {
        this.columns = List.of(columns);
        raw("<div class=\"wide\" tabindex=\"0\"><table>\n");
        if (!caption.isEmpty())
            element("caption", caption);
        raw("<thead><tr>");
        for (String column : columns)
            element("th scope=\"col\"", column);
        return raw("</tr></thead>\n<tbody>\n");
    }

    public HtmlPage endTable() {
        return raw("</tbody></table></div>\n");
    }

    /** A row of plain texts. */
    public HtmlPage row(String... cells) {
        beginRow();
        for (String cell : cells)
            cell("", cell);
        return endRow();
    }

    public HtmlPage beginRow() {
        column = 0;
        return raw("<tr>");
    }

    public HtmlPage endRow() {
        return raw("</tr>\n");
    }

    /** The next cell of a row, which names the row. */
    public HtmlPage head(Consumer<HtmlPage> content) {
        column++;
        raw("<th scope=\"row\">");
        content.accept(this);
        return raw("</th>");
    }

    /** The next cell of a row; {@code style}: its classes, "" for none. */
    public HtmlPage cell(String style, String text) {
        return cell(style, page -> page.text(text));
    }

    public HtmlPage cell(String style, Consumer<HtmlPage> content) {
        String label = column < columns.size() ? columns.get(column) : "";
        column++;
        html.append("<td").append(style.isEmpty() ? "" : " class=\"" + style + "\"");
        html.append(label.isEmpty() ? "" : " data-label=\"" + escaped(label) + "\"").append('>');
        content.accept(this);
        return raw("</td>");
    }

    /** Lines of a plan: additions, removals and refusals have a colour besides their sign. */
    public HtmlPage planLines(String text) {
        raw("<pre>");
        text.lines().forEach(line -> raw(marked(line)).raw("\n"));
        return raw("</pre>\n");
    }

    private static String marked(String line) {
        String style = style(line.strip());
        return style.isEmpty() ? escaped(line) : "<span class=\"" + style + "\">" + escaped(line) + "</span>";
    }

    /** The class of what begins with a sign, "" if none has its first character. */
    public static String style(String signed) {
        return switch (signed.isEmpty() ? ' ' : signed.charAt(0)) {
            case '+' -> "add";
            case '-' -> "remove";
            case '~' -> "change";
            case '!' -> "refuse";
            default -> "";
        };
    }

    /** The complete page. */
    public String end() {
        return html + "</body>\n</html>\n";
    }

    public static String escaped(String text) {
        return PrintableText.visible(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String digest(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

package io.azureccm.common.core.preview;

/** A preview as one HTML page that loads nothing. */
public final class PreviewHtml {
    private static final String STYLE = "body{font-family:sans-serif;margin:2em;max-width:80em}pre{background:#f4f4f4;"
            + "padding:1em;overflow-x:auto}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3em .6em;"
            + "text-align:left}.add{color:#116611}.remove{color:#aa1111}.refuse{color:#aa1111;font-weight:bold}";

    private PreviewHtml() {}

    public static String of(String title, Preview preview) {
        StringBuilder html = new StringBuilder(
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Plan of the ")
                .append(escaped(title))
                .append("</title>\n<style>")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n<h1>Plan of the ")
                .append(escaped(title))
                .append("</h1>\n<p><strong>")
                .append(escaped(PreviewText.summary(preview)))
                .append("</strong></p>\n");
        if (!preview.unread().isEmpty()) {
            html.append("<h2>Not read</h2>\n<ul>\n");
            PreviewText.unread(preview).forEach(each -> html.append("<li>").append(escaped(each)).append("</li>\n"));
            html.append("</ul>\n");
        }
        if (!preview.limits().isEmpty()) {
            html.append(
                    "<h2>Limits</h2>\n<table>\n<tr><th>Resource</th><th>Limit</th><th>Before</th><th>After</th><th>Most</th></tr>\n");
            preview.limits()
                    .forEach(use -> html.append("<tr><td>")
                            .append(escaped(use.resource()))
                            .append("</td><td>")
                            .append(escaped(use.counted()))
                            .append("</td><td>")
                            .append(use.before())
                            .append("</td><td>")
                            .append(use.after())
                            .append("</td><td>")
                            .append(use.most())
                            .append("</td></tr>\n"));
            html.append("</table>\n");
        }
        html.append("<h2>Plan</h2>\n<pre>");
        PreviewText.plan(preview).lines().forEach(line -> html.append(marked(line)).append('\n'));
        return html.append("</pre>\n</body>\n</html>\n").toString();
    }

    private static String marked(String line) {
        String kind = switch (line.strip().isEmpty() ? ' ' : line.strip().charAt(0)) {
            case '+' -> "add";
            case '-' -> "remove";
            case '!' -> "refuse";
            default -> "";
        };
        return kind.isEmpty() ? escaped(line) : "<span class=\"" + kind + "\">" + escaped(line) + "</span>";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}

package io.azureccm.common.core.text;

import io.azureccm.common.core.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Lines with a left part and details; the details of all lines are in one column unless a left part is too long for it. */
final class TextLines {
    private static final int WIDEST_LEFT = 64;

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private record Line(String left, String detail) {}

    private final List<Line> lines = new ArrayList<>();

    /**
     * External text may contain line breaks and other control characters: they become blanks, so that no value forges a line.
     * Other characters that cannot be seen, such as those that reverse the direction of text, become their codes.
     */
    static String clean(String text) {
        boolean isPlain = text.chars().allMatch(each -> each >= ' ' && each <= '~');
        return isPlain ? text : PrintableText.visible(CONTROL.matcher(text).replaceAll(" "));
    }

    static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 3) + "...";
    }

    /** {@code W/"8f2e"} for {@code W/"8f2e41c0-..."}: enough to distinguish two in a log. */
    static String shortEtag(String etag) {
        int open = etag.indexOf('"');
        int close = etag.lastIndexOf('"');
        return close - open <= 5 ? etag : etag.substring(0, open + 5) + etag.substring(close);
    }

    void add(String left, String detail) {
        lines.add(new Line(clean(left), clean(detail)));
    }

    /** Each line with its line break. */
    String join() {
        StringBuilder text = new StringBuilder();
        all().forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    List<String> all() {
        int column = lines.stream()
                .filter(line -> !line.detail().isEmpty())
                .mapToInt(line -> line.left().length())
                .filter(length -> length <= WIDEST_LEFT)
                .max()
                .orElse(0);
        return lines.stream()
                .map(line -> line.detail().isEmpty()
                        ? line.left()
                        : padded(line.left(), column) + "  " + line.detail())
                .map(String::stripTrailing)
                .toList();
    }
}

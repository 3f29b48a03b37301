package io.azureccm.common.core.html;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.explain.Picture.Box;
import io.azureccm.common.core.explain.Picture.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Draws a picture as SVG in a page. A column shows at most twenty boxes, those with changes and those connected to them
 * first, and says how many more there are. Changes have a sign besides their colour, and a description contains everything
 * for screen readers.
 */
public final class PictureSvg {
    private static final int MAX_BOXES = 20;
    /** Wide enough for {@link #LETTERS} in the widest common font. */
    private static final int WIDTH = 350;
    private static final int GAP = 50;
    private static final int HEAD = 24;
    private static final int LINE = 16;
    private static final int SPACE = 10;
    private static final int TOP = 30;
    private static final int LETTERS = 38;

    private final HtmlPage page;

    private PictureSvg(HtmlPage page) {
        this.page = page;
    }

    public static void draw(HtmlPage page, Picture picture) {
        new PictureSvg(page).draw(picture);
    }

    private void draw(Picture picture) {
        List<List<Box>> shown = shown(picture.columns());
        boolean isCut = picture.columns().stream().anyMatch(column -> column.boxes().size() > MAX_BOXES);
        int height = shown.stream().mapToInt(boxes -> top(boxes, boxes.size())).max().orElse(TOP)
                + (isCut ? HEAD : 0);
        int width = picture.columns().size() * (WIDTH + GAP) - GAP;
        page.raw("<div class=\"wide\" tabindex=\"0\"><svg role=\"img\" width=\"" + width + "\" height=\"" + height
                + "\" viewBox=\"0 0 " + width + " " + height + "\">\n")
                .element("title", picture.title() + ": " + counts(picture))
                .raw("\n<desc>");
        for (int column = 0; column < shown.size(); column++)
            described(picture.columns().get(column), shown.get(column));
        page.raw("</desc>\n");
        for (int column = 0; column + 1 < shown.size(); column++)
            lines(column, shown.get(column), shown.get(column + 1));
        for (int column = 0; column < shown.size(); column++)
            boxes(column, picture.columns().get(column), shown.get(column));
        page.raw("</svg></div>\n");
    }

    private void described(Column whole, List<Box> shown) {
        page.text(whole.title() + ":\n");
        shown.forEach(box -> page.text(description(box)
                + (box.to().isEmpty() ? "" : "; leads to " + String.join(", ", box.to())) + ".\n"));
        if (whole.boxes().size() > shown.size())
            page.text("And " + (whole.boxes().size() - shown.size()) + " more.\n");
    }

    private static String description(Box box) {
        List<String> parts = new ArrayList<>();
        parts.add(sign(box) + box.label());
        parts.addAll(box.lines());
        box.change().ifPresent(kind -> parts.add("is " + kind.word()));
        return String.join(", ", parts);
    }

    private static int height(Box box) {
        return HEAD + box.lines().size() * LINE;
    }

    /** Where a row of a column begins. */
    private static int top(List<Box> boxes, int row) {
        return TOP + boxes.stream().limit(row).mapToInt(box -> height(box) + SPACE).sum();
    }

    private static String counts(Picture picture) {
        return String.join(", ", picture.columns()
                .stream()
                .map(column -> column.boxes().size() + " " + column.title().toLowerCase(java.util.Locale.ROOT))
                .toList());
    }

    /** Changes first, then the boxes that the previous column refers to. */
    private static List<List<Box>> shown(List<Column> columns) {
        List<List<Box>> all = new ArrayList<>();
        Set<String> wanted = new LinkedHashSet<>();
        for (Column column : columns) {
            Set<String> before = wanted;
            List<Box> boxes = column.boxes()
                    .stream()
                    .sorted(Comparator.<Box>comparingInt(box -> box.change().isPresent() ? 0 : 1)
                            .thenComparingInt(box -> before.contains(box.name()) ? 0 : 1))
                    .limit(MAX_BOXES)
                    .toList();
            wanted = new LinkedHashSet<>();
            for (Box box : boxes)
                wanted.addAll(box.to());
            all.add(boxes);
        }
        return all;
    }

    private void lines(int column, List<Box> from, List<Box> to) {
        List<String> names = to.stream().map(Box::name).toList();
        int x = column * (WIDTH + GAP) + WIDTH;
        for (int row = 0; row < from.size(); row++)
            for (String name : from.get(row).to())
                if (names.contains(name)) {
                    int end = middle(to, names.indexOf(name));
                    page.raw("<path d=\"M" + x + " " + middle(from, row) + " C" + (x + GAP / 2) + " "
                            + middle(from, row) + " " + (x + GAP / 2) + " " + end + " " + (x + GAP) + " " + end
                            + "\"/>\n");
                }
    }

    private static int middle(List<Box> boxes, int row) {
        return top(boxes, row) + height(boxes.get(row)) / 2;
    }

    private void boxes(int column, Column whole, List<Box> shown) {
        int x = column * (WIDTH + GAP);
        text("", x, TOP - 12, whole.title() + " (" + whole.boxes().size() + ")");
        for (int row = 0; row < shown.size(); row++)
            box(x, top(shown, row), shown.get(row));
        if (whole.boxes().size() > shown.size())
            text(" class=\"quiet\"", x, top(shown, shown.size()) + LINE,
                    "and " + (whole.boxes().size() - shown.size()) + " more");
    }

    private void box(int x, int y, Box box) {
        String kind = box.change().map(Change.Kind::sign).map(HtmlPage::style).orElse("");
        page.raw("<g class=\"" + kind + "\">")
                .element("title", description(box))
                .raw("<rect x=\"" + (x + 2) + "\" y=\"" + y + "\" width=\"" + (WIDTH - 4) + "\" height=\""
                        + height(box) + "\" rx=\"4\"/>");
        text("", x + 8, y + 17, sign(box) + box.label());
        for (int line = 0; line < box.lines().size(); line++)
            text(" class=\"quiet\"", x + 8, y + 17 + (line + 1) * LINE, box.lines().get(line));
        page.raw("</g>\n");
    }

    private void text(String attributes, int x, int y, String text) {
        page.raw("<text" + attributes + " x=\"" + x + "\" y=\"" + y + "\">").text(fitting(text)).raw("</text>");
    }

    /** A name that is too long loses its middle, since its end distinguishes it from its neighbours; a sentence loses its end. */
    private static String fitting(String text) {
        if (text.length() <= LETTERS)
            return text;
        int end = text.indexOf(' ') < 0 ? LETTERS / 3 : 0;
        return text.substring(0, LETTERS - 1 - end) + "\u2026" + text.substring(text.length() - end);
    }

    private static String sign(Box box) {
        return box.change().map(kind -> kind.sign() + " ").orElse("");
    }
}

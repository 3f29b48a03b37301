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
 * Draws a picture as SVG in a page. A column shows at most twenty boxes, first those that change and what is drawn to them, and
 * says how many more there are. What changes has a sign beside its colour.
 */
public final class PictureSvg {
    private static final int MOST = 20;
    /** Wide enough for {@link #LETTERS} in the widest of the usual fonts. */
    private static final int WIDTH = 300;
    private static final int GAP = 60;
    private static final int HEIGHT = 40;
    private static final int STEP = 50;
    private static final int TOP = 30;
    private static final int LETTERS = 32;

    private final HtmlPage page;

    private PictureSvg(HtmlPage page) {
        this.page = page;
    }

    public static void draw(HtmlPage page, Picture picture) {
        new PictureSvg(page).draw(picture);
    }

    private void draw(Picture picture) {
        List<List<Box>> shown = shown(picture.columns());
        boolean isCut = picture.columns().stream().anyMatch(column -> column.boxes().size() > MOST);
        int rows = shown.stream().mapToInt(List::size).max().orElse(0) + (isCut ? 1 : 0);
        int width = picture.columns().size() * (WIDTH + GAP);
        int height = TOP + rows * STEP;
        page.raw("<div class=\"wide\" tabindex=\"0\"><svg role=\"img\" width=\"" + width + "\" height=\"" + height
                + "\" viewBox=\"0 0 " + width + " " + height + "\">\n")
                .element("title", picture.title() + ": " + counts(picture))
                .raw("\n");
        for (int column = 0; column + 1 < shown.size(); column++)
            lines(column, shown.get(column), shown.get(column + 1));
        for (int column = 0; column < shown.size(); column++)
            boxes(column, picture.columns().get(column), shown.get(column));
        page.raw("</svg></div>\n");
    }

    private static String counts(Picture picture) {
        return String.join(", ", picture.columns()
                .stream()
                .map(column -> column.boxes().size() + " " + column.title().toLowerCase(java.util.Locale.ROOT))
                .toList());
    }

    /** What changes first, then what the boxes of the column before refer to. */
    private static List<List<Box>> shown(List<Column> columns) {
        List<List<Box>> all = new ArrayList<>();
        Set<String> wanted = new LinkedHashSet<>();
        for (Column column : columns) {
            Set<String> before = wanted;
            List<Box> boxes = column.boxes()
                    .stream()
                    .sorted(Comparator.<Box>comparingInt(box -> box.change().isPresent() ? 0 : 1)
                            .thenComparingInt(box -> before.contains(box.name()) ? 0 : 1))
                    .limit(MOST)
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
                if (names.contains(name))
                    page.raw("<path d=\"M" + x + " " + middle(row) + " C" + (x + GAP / 2) + " " + middle(row) + " "
                            + (x + GAP / 2) + " " + middle(names.indexOf(name)) + " " + (x + GAP) + " "
                            + middle(names.indexOf(name)) + "\"/>\n");
    }

    private static int middle(int row) {
        return TOP + row * STEP + HEIGHT / 2;
    }

    private void boxes(int column, Column whole, List<Box> shown) {
        int x = column * (WIDTH + GAP);
        text("", x, TOP - 12, whole.title() + " (" + whole.boxes().size() + ")");
        for (int row = 0; row < shown.size(); row++)
            box(x, TOP + row * STEP, shown.get(row));
        if (whole.boxes().size() > shown.size())
            text(" class=\"quiet\"", x, TOP + shown.size() * STEP + 16,
                    "and " + (whole.boxes().size() - shown.size()) + " more");
    }

    private void box(int x, int y, Box box) {
        String kind = box.change().map(PictureSvg::style).orElse("");
        page.raw("<g class=\"" + kind + "\">")
                .element("title", sign(box) + box.name() + " " + box.note())
                .raw("<rect x=\"" + (x + 2) + "\" y=\"" + y + "\" width=\"" + (WIDTH - 4) + "\" height=\"" + HEIGHT
                        + "\" rx=\"4\"/>");
        text("", x + 8, y + 17, sign(box) + box.name());
        text(" class=\"quiet\"", x + 8, y + 33, box.note());
        page.raw("</g>\n");
    }

    private void text(String attributes, int x, int y, String text) {
        String fitting = text.length() > LETTERS ? text.substring(0, LETTERS - 1) + "\u2026" : text;
        page.raw("<text" + attributes + " x=\"" + x + "\" y=\"" + y + "\">").text(fitting).raw("</text>");
    }

    private static String style(Change.Kind kind) {
        return switch (kind) {
            case ADD -> "add";
            case REMOVE -> "remove";
            case UPDATE -> "change";
        };
    }

    private static String sign(Box box) {
        return box.change().map(kind -> switch (kind) {
            case ADD -> "+ ";
            case REMOVE -> "- ";
            case UPDATE -> "~ ";
        }).orElse("");
    }
}

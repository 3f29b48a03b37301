package io.azureccm.e2e.playground.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A line chart as plain SVG that is readable on a light and on a dark page; the values stand at a linear scale from zero. */
final class LineChart {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int LEFT = 70;
    private static final int RIGHT = 230;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final int STEPS = 4;
    /** Hues that stand out from white and from black. */
    private static final List<String> COLOURS = List.of("#2f81f7", "#d1782a", "#2da44e", "#c64fb0", "#8a8f98");

    private record Line(String name, List<Double> values) {}

    private final String title;
    private final String axis;
    private final List<String> categories;
    private final List<Line> lines = new ArrayList<>();

    LineChart(String title, String axis, List<String> categories) {
        this.title = title;
        this.axis = axis;
        this.categories = List.copyOf(categories);
    }

    /** One value for each category. */
    void line(String name, List<Double> values) {
        if (values.size() != categories.size())
            throw new IllegalArgumentException(name + ": " + values.size() + " values for " + categories.size());
        lines.add(new Line(name, List.copyOf(values)));
    }

    String svg() {
        double top = top(lines.stream().flatMap(line -> line.values().stream()).mapToDouble(v -> v).max().orElse(0));
        StringBuilder svg = new StringBuilder();
        add(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"sans-serif\""
                + " font-size=\"12\">", WIDTH, HEIGHT);
        add(svg, "<title>%s</title>", escaped(title));
        add(svg, "<style>text { fill: #24292f } .grid { stroke: #8a8f98; stroke-opacity: .4 } "
                + "@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }</style>");
        text(svg, LEFT, 24, "start", title);
        for (int i = 0; i <= STEPS; i++) {
            double value = top * i / STEPS;
            add(svg, "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", LEFT, y(value, top),
                    WIDTH - RIGHT, y(value, top));
            text(svg, LEFT - 8, y(value, top) + 4, "end", number(value));
        }
        for (int i = 0; i < categories.size(); i++)
            text(svg, x(i), HEIGHT - BOTTOM + 18, "middle", categories.get(i));
        text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", axis);
        for (int i = 0; i < lines.size(); i++)
            draw(svg, lines.get(i), COLOURS.get(i % COLOURS.size()), top, TOP + 20 * i);
        return svg.append("</svg>\n").toString();
    }

    private void draw(StringBuilder svg, Line line, String colour, double top, int legend) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < line.values().size(); i++) {
            double y = y(line.values().get(i), top);
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(i), y));
            add(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x(i), y, colour);
        }
        add(svg, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", points.toString().strip(),
                colour);
        add(svg, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>", WIDTH - RIGHT + 20, legend,
                colour);
        text(svg, WIDTH - RIGHT + 38, legend + 10, "start", line.name());
    }

    private double x(int category) {
        double width = WIDTH - LEFT - RIGHT;
        return LEFT + width * (category + 0.5) / categories.size();
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
    }

    /** The next round number: one, two, four or eight times a power of ten. */
    private static double top(double most) {
        if (most <= 0)
            return 1;
        double power = Math.pow(10, Math.floor(Math.log10(most)));
        for (int factor : new int[]{1, 2, 4, 8}) {
            if (most <= factor * power)
                return factor * power;
        }
        return 10 * power;
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : String.format(Locale.ROOT, "%.3g", value);
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        add(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(text));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values)).append('\n');
    }
}

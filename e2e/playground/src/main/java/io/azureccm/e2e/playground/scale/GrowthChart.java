package io.azureccm.e2e.playground.scale;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * An SVG chart of how one cost grows with the number of Services: one line per number of nodes, logarithmic axes, and a
 * reference line for linear growth.
 */
final class GrowthChart {
    /** One measured value at a number of Services. */
    record Point(int services, double value) {}

    /** The points of one number of nodes, ordered by number of Services. */
    record Line(String label, List<Point> points) {
        private Line visible() {
            return new Line(label, points.stream().filter(point -> point.value() > 0).toList());
        }
    }

    private static final int WIDTH = 560;
    private static final int HEIGHT = 300;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 60;
    private static final int LEGEND = 120;
    private static final int BOTTOM = 50;

    private final String title;
    private final List<Line> lines;
    private final double low;
    private final double high;

    GrowthChart(String title, List<Line> lines) {
        this.title = title;
        this.lines = lines.stream().map(Line::visible).filter(line -> !line.points().isEmpty()).toList();
        double least = values().min().orElse(1);
        double most = Math.max(values().max().orElse(10), this.lines.isEmpty() ? 1 : proportional());
        this.low = Math.pow(10, Math.floor(Math.log10(least)));
        this.high = Math.pow(10, Math.ceil(Math.log10(most) + 1e-9));
    }

    private DoubleStream values() {
        return lines.stream().flatMap(line -> line.points().stream()).mapToDouble(Point::value);
    }

    /** What the last value of the last line would be with linear growth. */
    private double proportional() {
        Point first = lines.getLast().points().getFirst();
        return first.value() * lines.getLast().points().getLast().services() / first.services();
    }

    String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(Locale.ROOT,
                """
                        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" font-family="sans-serif" font-size="12">
                        <style>text{fill:#24292f}.axis{stroke:#8c959f}.grid{stroke:#d0d7de}.line{fill:none;stroke-width:2}.line.c0{stroke:#57606a}.dot.c0{fill:#57606a}.line.c1{stroke:#bf8700}.dot.c1{fill:#bf8700}
                        .line.c2{stroke:#0969da}.dot.c2{fill:#0969da}
                        .same{stroke:#8c959f;stroke-dasharray:4 4;fill:none}
                        @media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#30363d}.line.c2{stroke:#58a6ff}.dot.c2{fill:#58a6ff}}</style>
                        <text x="%3$d" y="20" font-size="14">%4$s</text>
                        """,
                WIDTH, HEIGHT, LEFT, title));
        for (double value = low; value <= high * 1.001; value *= 10)
            svg.append(String.format(Locale.ROOT,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
                    LEFT, WIDTH - RIGHT, y(value), y(value), LEFT - 8, y(value) + 4, number(value)));
        for (int i = 0; i < lines.size(); i++)
            svg.append(drawn(lines.get(i), i));
        if (lines.stream().anyMatch(line -> line.points().size() > 1)) {
            List<Point> last = lines.getLast().points();
            svg.append(String.format(Locale.ROOT, "<path class=\"same\" d=\"M%.1f,%.1f L%.1f,%.1f\"/>%n",
                    x(last.getFirst().services()), y(last.getFirst().value()), x(last.getLast().services()),
                    y(proportional())));
        }
        return svg.append(String.format(Locale.ROOT,
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/><text x=\"%d\" y=\"%d\" text-anchor=\"middle\">"
                        + "Services (dashed: as their number)</text>%n</svg>%n",
                LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM, HEIGHT - BOTTOM, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12))
                .toString();
    }

    /** Values are printed only at the last line, above its dots. */
    private String drawn(Line line, int index) {
        StringBuilder svg = new StringBuilder();
        StringBuilder path = new StringBuilder();
        for (Point point : line.points()) {
            double x = x(point.services());
            path.append(String.format(Locale.ROOT, "%s%.1f,%.1f", path.isEmpty() ? "M" : " L", x, y(point.value())));
            svg.append(String.format(Locale.ROOT, "<circle class=\"dot c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>%n",
                    index, x,
                    y(point.value())));
            if (index == lines.size() - 1)
                svg.append(String.format(Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,d</text>%n",
                        x, y(point.value()) - 9, number(point.value()), x, HEIGHT - BOTTOM + 18, point.services()));
        }
        if (line.points().size() > 1)
            svg.append(String.format(Locale.ROOT, "<path class=\"line c%d\" d=\"%s\"/>%n", index, path));
        int left = LEFT + index * LEGEND;
        return svg.append(String.format(Locale.ROOT,
                "<circle class=\"dot c%d\" cx=\"%d\" cy=\"36\" r=\"4\"/><text x=\"%d\" y=\"40\">%s</text>%n", index,
                left + 4,
                left + 14, line.label())).toString();
    }

    private double x(int services) {
        double from = Math.log10(lines.getLast().points().getFirst().services());
        double to = Math.max(Math.log10(lines.getLast().points().getLast().services()), from + 0.01);
        return LEFT + 30 + (Math.log10(services) - from) / (to - from) * (WIDTH - LEFT - RIGHT - 60);
    }

    private double y(double value) {
        double share = (Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low));
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
    }

    private static String number(double value) {
        return value >= 100 || value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, value < 1 ? "%.2f" : "%.1f", value);
    }
}

package io.azureccm.e2e.playground.scale;

import java.util.List;
import java.util.Locale;

/** A chart of how one cost grows with the number of Services, both axes logarithmic, beside a line that grows as the number does; SVG. */
final class GrowthChart {
    /** One measured value at a number of Services. */
    record Point(int services, double value) {}

    private static final int WIDTH = 560;
    private static final int HEIGHT = 300;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;

    private final String title;
    private final List<Point> points;
    private final double low;
    private final double high;

    GrowthChart(String title, List<Point> points) {
        this.title = title;
        this.points = points.stream().filter(point -> point.value() > 0).toList();
        double least = this.points.stream().mapToDouble(Point::value).min().orElse(1);
        double most = Math.max(this.points.stream().mapToDouble(Point::value).max().orElse(10), proportional());
        this.low = Math.pow(10, Math.floor(Math.log10(least)));
        this.high = Math.pow(10, Math.ceil(Math.log10(most) + 1e-9));
    }

    /** What the last value would be if the cost grew as the number of Services does. */
    private double proportional() {
        return points.isEmpty()
                ? 1
                : points.getFirst().value() * points.getLast().services() / points.getFirst().services();
    }

    String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(Locale.ROOT,
                """
                        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" font-family="sans-serif" font-size="12">
                        <style>text{fill:#24292f}.axis{stroke:#8c959f}.grid{stroke:#d0d7de}.line{stroke:#0969da;fill:none;stroke-width:2}.dot{fill:#0969da}
                        .same{stroke:#8c959f;stroke-dasharray:4 4;fill:none}
                        @media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#30363d}.line{stroke:#58a6ff}.dot{fill:#58a6ff}}</style>
                        <text x="%3$d" y="20" font-size="14">%4$s</text>
                        """,
                WIDTH, HEIGHT, LEFT, title));
        for (double value = low; value <= high * 1.001; value *= 10)
            svg.append(String.format(Locale.ROOT,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
                    LEFT, WIDTH - RIGHT, y(value), y(value), LEFT - 8, y(value) + 4, number(value)));
        StringBuilder path = new StringBuilder();
        for (Point point : points) {
            path.append(String.format(Locale.ROOT, "%s%.1f,%.1f", path.isEmpty() ? "M" : " L", x(point.services()),
                    y(point.value())));
            svg.append(String.format(Locale.ROOT,
                    "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>"
                            + "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,d</text>%n",
                    x(point.services()), y(point.value()), x(point.services()), y(point.value()) - 9,
                    number(point.value()), x(point.services()), HEIGHT - BOTTOM + 18, point.services()));
        }
        if (points.size() > 1) {
            svg.append("<path class=\"line\" d=\"").append(path).append("\"/>\n");
            svg.append(String.format(Locale.ROOT, "<path class=\"same\" d=\"M%.1f,%.1f L%.1f,%.1f\"/>%n",
                    x(points.getFirst().services()), y(points.getFirst().value()), x(points.getLast().services()),
                    y(proportional())));
        }
        return svg.append(String.format(Locale.ROOT,
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/><text x=\"%d\" y=\"%d\" text-anchor=\"middle\">"
                        + "Services (dashed: as their number)</text>%n</svg>%n",
                LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM, HEIGHT - BOTTOM, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12))
                .toString();
    }

    private double x(int services) {
        double from = Math.log10(points.getFirst().services());
        double to = Math.max(Math.log10(points.getLast().services()), from + 0.01);
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

package io.azureccm.common.core.explain;

import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** An explanation as text for users: a head, followed by a block for each section, in columns. */
public final class ExplanationText {
    private static final int WIDEST_COLUMN = 60;

    private ExplanationText() {}

    public static String of(Explanation explanation) {
        StringBuilder text = new StringBuilder();
        text.append(explanation.kind()).append(' ').append(explanation.name()).append(": ");
        text.append(explanation.state().name().toLowerCase(Locale.ROOT));
        if (!explanation.message().isEmpty())
            text.append(", ").append(explanation.message());
        text.append('\n');
        explanation.sections().forEach(section -> append(text, section));
        return text.toString();
    }

    /** One line each: name, state, message; preceded by a summary. */
    public static String of(List<Explanation> all) {
        Map<Explanation.State, Long> counts = new EnumMap<>(Explanation.State.class);
        all.forEach(each -> counts.merge(each.state(), 1L, Long::sum));
        StringBuilder text = new StringBuilder().append(all.size()).append(" objects");
        counts.forEach((state, count) -> text.append(", ").append(count).append(' ').append(lower(state)));
        text.append('\n');
        append(text, new Section("", all.stream()
                .map(each -> new Line(each.name(), lower(each.state()), each.summary()))
                .toList()));
        return text.toString();
    }

    private static String lower(Explanation.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static void append(StringBuilder text, Section section) {
        if (!section.title().isEmpty())
            text.append(section.title()).append('\n');
        int first = width(section, Line::what);
        int second = width(section, Line::value);
        for (Line line : section.lines()) {
            String row = "  " + pad(line.what(), first) + "  " + pad(line.value(), second) + "  " + line.note();
            text.append(row.stripTrailing()).append('\n');
        }
    }

    private static int width(Section section, Function<Line, String> column) {
        return section.lines()
                .stream()
                .map(column)
                .mapToInt(String::length)
                .filter(length -> length <= WIDEST_COLUMN)
                .max()
                .orElse(0);
    }

    private static String pad(String value, int width) {
        return value + " ".repeat(Math.max(0, width - value.length()));
    }
}

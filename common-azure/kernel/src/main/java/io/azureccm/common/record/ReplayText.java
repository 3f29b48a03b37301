package io.azureccm.common.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.record.ReplayReport.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A replay as text and as JSON: each turn that plans otherwise, line by line, what was planned then and what is planned now. */
public final class ReplayText {
    /** So many fields of bodies are shown of one turn. */
    private static final int FIELDS = 100;

    private ReplayText() {}

    public static String of(ReplayReport report) {
        StringBuilder text = new StringBuilder();
        report.differences()
                .forEach(each -> text.append("Turn ")
                        .append(each.turn())
                        .append(" at ")
                        .append(each.at())
                        .append('\n')
                        .append(lines(each))
                        .append('\n'));
        if (report.different() > report.differences().size())
            text.append("... and ")
                    .append(report.different() - report.differences().size())
                    .append(" more\n\n");
        report.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
        return text.append(summary(report)).append('\n').toString();
    }

    /** One line: how many turns were replayed, and how many of them plan otherwise. */
    public static String summary(ReplayReport report) {
        if (report.turns() == 0)
            return "Replayed no turn: the record has none that this release can read";
        return "Replayed " + report.turns() + " turns from " + report.first() + " to " + report.last() + ": "
                + (report.isSame() ? "all plans are equal" : report.different() + " plan otherwise");
    }

    /** A page with the text; {@code title} is that of the app. */
    public static String html(String title, ReplayReport report) {
        return new HtmlPage(title + ": replay").raw("<h1>Replay</h1>\n").planLines(of(report)).end();
    }

    public static ObjectNode json(ReplayReport report) {
        ObjectNode json = JsonNodeFactory.instance.objectNode()
                .put("turns", report.turns())
                .put("different", report.different())
                .put("first", report.first().toString())
                .put("last", report.last().toString());
        report.notes().forEach(json.putArray("notes")::add);
        var differences = json.putArray("differences");
        report.differences()
                .forEach(each -> differences.addObject()
                        .put("turn", each.turn())
                        .put("at", each.at().toString())
                        .put("then", each.then().text())
                        .put("now", each.now().text()));
        return json;
    }

    /** The lines of both plans: {@code -} then only, {@code +} now only. */
    private static String lines(Difference difference) {
        List<String> then = difference.then().text().lines().toList();
        List<String> now = difference.now().text().lines().toList();
        List<String> bodies = BodyDifferences.of(difference.then().plan().bodies(), difference.now().plan().bodies());
        List<String> lines = new ArrayList<>(merged(then, now));
        bodies.stream().limit(FIELDS).forEach(each -> lines.add("  body of " + each));
        if (bodies.size() > FIELDS)
            lines.add("  ... and " + (bodies.size() - FIELDS) + " more fields of bodies");
        if (then.equals(now) && bodies.isEmpty())
            lines.add("  the text is the same; what is decided beside it is not");
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    private static List<String> merged(List<String> then, List<String> now) {
        int[][] same = new int[then.size() + 1][now.size() + 1];
        for (int i = then.size() - 1; i >= 0; i--)
            for (int j = now.size() - 1; j >= 0; j--)
                same[i][j] = then.get(i).equals(now.get(j))
                        ? same[i + 1][j + 1] + 1
                        : Math.max(same[i + 1][j], same[i][j + 1]);
        List<String> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < then.size() || j < now.size()) {
            if (i < then.size() && j < now.size() && then.get(i).equals(now.get(j))) {
                lines.add("  " + then.get(i++));
                j++;
            } else if (j == now.size() || i < then.size() && same[i + 1][j] >= same[i][j + 1]) {
                lines.add("- " + then.get(i++));
            } else {
                lines.add("+ " + now.get(j++));
            }
        }
        return lines;
    }
}

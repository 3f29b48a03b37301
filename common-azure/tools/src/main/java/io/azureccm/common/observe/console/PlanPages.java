package io.azureccm.common.observe.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The latest plans, and one plan with its changes and outcomes. */
final class PlanPages {
    private static final int ROWS = 500;

    private final Sources sources;

    PlanPages(Sources sources) {
        this.sources = sources;
    }

    String all() {
        HtmlPage page = ConsoleFrame.begin(sources, "Plans", 1);
        List<PlanJournal.Entry> entries = sources.journal().entries();
        if (entries.isEmpty())
            return ConsoleFrame.end(page.element("p", "No plan with writes has been made."));
        page.table("The latest plans, newest first", "Plan", "Made at (UTC)", "Scope", "Writes", "Refused", "Done");
        for (PlanJournal.Entry each : entries) {
            JsonNode json = each.json();
            page.raw("<tr><th scope=\"row\">")
                    .link("plans/" + each.number(), "#" + each.number())
                    .raw("</th>")
                    .element("td", ConsoleFrame.at(each.at()))
                    .element("td", each.scope())
                    .element("td", String.valueOf(json.path("operations").size()))
                    .element("td", String.valueOf(json.path("refusals").size()))
                    .element("td", each.isDone() ? "yes" : "no")
                    .raw("</tr>\n");
        }
        return ConsoleFrame.end(page.endTable());
    }

    /** Empty for a plan that is not kept. */
    Optional<String> one(String number) {
        return sources.journal()
                .entries()
                .stream()
                .filter(each -> Long.toString(each.number()).equals(number))
                .findFirst()
                .map(this::show);
    }

    private String show(PlanJournal.Entry entry) {
        HtmlPage page = ConsoleFrame.begin(sources, "Plan #" + entry.number(), 2)
                .element("p", entry.scope() + ", made at " + ConsoleFrame.at(entry.at())
                        + (entry.isDone() ? "" : ", in progress"));
        JsonNode changes = entry.json().path("operations");
        if (!changes.isEmpty()) {
            page.element("h2", "Differences")
                    .table("Changes of each write, with their causes", "Resource", "Change", "Element",
                            "Before and after",
                            "Cause");
            int shown = 0;
            for (JsonNode operation : changes)
                for (JsonNode change : operation.path("changes"))
                    if (shown++ < ROWS)
                        row(page, operation, change);
            page.endTable();
            if (shown > ROWS)
                page.element("p", "and " + (shown - ROWS) + " more, see the text below");
        }
        return ConsoleFrame.end(page.element("h2", "As printed").planLines(entry.text()));
    }

    private static void row(HtmlPage page, JsonNode operation, JsonNode change) {
        String kind = change.path("kind").asText();
        String style = switch (kind) {
            case "ADD" -> "add";
            case "REMOVE" -> "remove";
            default -> "change";
        };
        String sign = switch (kind) {
            case "ADD" -> "+ added";
            case "REMOVE" -> "- removed";
            default -> "~ changed";
        };
        page.raw("<tr>")
                .element("th scope=\"row\"", ArmId.parse(operation.path("target").asText()).shortName())
                .element("td class=\"" + style + "\"", sign)
                .element("td", change.path("element").asText() + " " + change.path("name").asText())
                .element("td",
                        change.path("fields").valueStream().map(PlanPages::field).collect(Collectors.joining("; ")))
                .element("td", (change.path("cause").path("reason").asText() + " "
                        + change.path("cause").path("subject").asText()).strip())
                .raw("</tr>\n");
    }

    private static String field(JsonNode field) {
        return field.path("path").asText() + ": " + orNone(field.path("before").asText()) + " -> "
                + orNone(field.path("after").asText());
    }

    private static String orNone(String value) {
        return value.isEmpty() ? "(none)" : value;
    }
}

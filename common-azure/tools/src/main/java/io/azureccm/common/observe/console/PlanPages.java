package io.azureccm.common.observe.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The latest plans, and one plan with its changes and outcomes. */
record PlanPages(Sources sources) {
    private static final int ROWS = 500;
    private static final int SUBJECTS = 5;
    private static final String DEFERRED = "deferred";
    private static final Set<String> FAILURES = Set.of("Conflict", "Rejected", "Throttled", "Unknown");

    String all(int reload) {
        HtmlPage page = ConsoleFrame.begin(sources, "Plans", 1, reload);
        List<PlanJournal.Entry> entries = sources.journal().entries();
        if (entries.isEmpty())
            return ConsoleFrame.end(page.element("p", "No plan with writes has been made."));
        page.raw("<form action=\"plans\" method=\"get\"><p>");
        ConsoleFrame.chooseReload(page, reload);
        page.raw("<button>Set</button></p></form>\n");
        page.table("The latest plans, newest first", "Plan", "Made at (UTC)", "For", "Writes", "Outcome", "Refused");
        for (PlanJournal.Entry each : entries) {
            JsonNode json = each.json();
            page.beginRow()
                    .head(cell -> cell.link("plans/" + each.number(), "#" + each.number()))
                    .cell("at", ConsoleFrame.at(each.at()))
                    .cell("", cell -> subjects(cell, json))
                    .cell("", String.valueOf(json.path("operations").size()))
                    .cell(style(json), outcomes(each, json))
                    .cell("", String.valueOf(json.path("refusals").size()))
                    .endRow();
        }
        return ConsoleFrame.end(page.endTable());
    }

    /** The objects that the writes are for; of a plan without writes those that are refused. */
    private static void subjects(HtmlPage page, JsonNode json) {
        Set<String> subjects = new TreeSet<>();
        json.path("operations")
                .forEach(operation -> operation.path("subjects").forEach(each -> subjects.add(each.asText())));
        if (json.path("operations").isEmpty())
            json.path("refusals").forEach(each -> subjects.add(each.path("subject").asText()));
        String separator = "";
        for (String each : subjects.stream().limit(SUBJECTS).toList()) {
            page.text(separator).link("objects/" + each, each);
            separator = ", ";
        }
        if (subjects.size() > SUBJECTS)
            page.text(" and " + (subjects.size() - SUBJECTS) + " more");
    }

    /** How many writes had each outcome: {@code 3 Applied, 1 Rejected, 2 left to plan #12}. */
    private static String outcomes(PlanJournal.Entry entry, JsonNode json) {
        if (json.path("operations").isEmpty())
            return "nothing to write";
        List<String> words = new ArrayList<>();
        String successor = json.path("supersededBy").asText();
        String rest = !successor.isEmpty()
                ? "left to plan #" + successor
                : entry.isDone() ? "not needed any more" : "open";
        json.path("operations").forEach(operation -> {
            String outcome = outcome(operation);
            boolean left = outcome.isEmpty() || outcome.equals(DEFERRED) && !successor.isEmpty();
            words.add(left ? rest : outcome);
        });
        return PrintableText.tally(words.stream());
    }

    /** One or two words; "" if there is none yet. */
    private static String outcome(JsonNode operation) {
        String reason = operation.path("outcome").path("reason").asText();
        return reason.isEmpty()
                ? operation.path("outcome").path("kind").asText()
                : reason.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String style(JsonNode json) {
        boolean failed = json.path("operations")
                .valueStream()
                .map(operation -> operation.path("outcome").path("kind").asText())
                .anyMatch(FAILURES::contains);
        return failed ? "remove" : "";
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
                            "Cause", "Outcome");
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

    private void row(HtmlPage page, JsonNode operation, JsonNode change) {
        Change.Kind kind = Change.Kind.valueOf(change.path("kind").asText());
        String target = operation.path("target").asText();
        page.beginRow()
                .head(cell -> ConsoleFrame.resource(cell, sources, target, ArmId.parse(target).shortName()))
                .cell(HtmlPage.style(kind.sign()), kind.sign() + " " + kind.word())
                .cell("", change.path("element").asText() + " " + change.path("name").asText())
                .cell("", change.path("fields").valueStream().map(PlanPages::field).collect(Collectors.joining("; ")))
                .cell("", (change.path("cause").path("reason").asText() + " "
                        + change.path("cause").path("subject").asText()).strip())
                .cell(FAILURES.contains(outcome(operation)) ? "remove" : "word", outcome(operation))
                .endRow();
    }

    private static String field(JsonNode field) {
        return field.path("path").asText() + ": " + orNone(field.path("before").asText()) + " -> "
                + orNone(field.path("after").asText());
    }

    private static String orNone(String value) {
        return value.isEmpty() ? "(none)" : value;
    }
}

package io.azureccm.common.observe.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.common.core.explain.Explanation.State;
import io.azureccm.common.core.explain.ExplanationText;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.observe.ControllerState.Leadership;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Explains the state of an object, as JSON or text, with the last operations for it. Only a working instance can explain; any
 * other one responds with 503 and names the leader. An object that the controller does not manage is 404.
 */
public record Explanations(Supplier<Explainer> source, PlanJournal journal, Supplier<Leadership> leadership) {
    private static final int OPERATIONS = 20;

    /** The states in the order of urgency. */
    public static final List<State> ATTENTION = List.of(State.FAILED, State.REFUSED, State.PENDING, State.LEAVING,
            State.PROGRAMMED, State.IGNORED);

    /** The state of all objects, those that need attention first. */
    public WebEndpointResponse<Object> all(ResponseFormat shape, @Nullable String format) {
        ResponseFormat wanted = shape.orAsked(format);
        Optional<List<Explanation>> known = list();
        if (known.isEmpty())
            return nobody(wanted);
        return wanted.answer(wanted == ResponseFormat.TEXT
                ? ExplanationText.of(known.get())
                : new AllObjects(known.get()
                        .stream()
                        .map(each -> new AllObjects.One(each.kind(), each.name(), each.state(), each.message(),
                                each.warnings()
                                        .stream()
                                        .map(line -> new AllObjects.Warning(line.what(), line.value()))
                                        .toList()))
                        .toList()));
    }

    /** The state of all objects. */
    record AllObjects(List<One> objects) {
        record One(String kind, String name, State state, String message, List<Warning> warnings) {}

        record Warning(String reason, String message) {}
    }

    /** All objects without sections, those that need attention first; empty while this instance is not working. */
    public Optional<List<Explanation>> list() {
        return source.get().explainAll().map(Explanations::byAttention);
    }

    private static List<Explanation> byAttention(List<Explanation> all) {
        return all.stream()
                .sorted(Comparator.<Explanation>comparingInt(each -> ATTENTION.indexOf(each.state()))
                        .thenComparing(Explanation::name))
                .toList();
    }

    public List<Picture> pictures() {
        return source.get().pictures();
    }

    /** One object with the last operations for it; empty while this instance is not working. */
    public Optional<Explanation> whole(String subject) {
        return source.get()
                .explain(subject)
                .map(known -> known.with(new Section("last operations", operations(subject))).withoutRepetitions());
    }

    /** Which parts of an object are in Azure: {@code frontend, public IP, 2 rules}; "" if none, or if that is not known. */
    public String parts(String subject) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        source.get()
                .explain(subject)
                .stream()
                .flatMap(known -> known.sections().stream())
                .filter(section -> section.title().equals(Section.IN_AZURE))
                .flatMap(section -> section.lines().stream())
                .filter(line -> !line.value().equals("none"))
                .forEach(line -> counts.merge(line.what(), 1, Integer::sum));
        return counts.entrySet()
                .stream()
                .map(each -> each.getValue() == 1 ? each.getKey() : each.getValue() + " " + each.getKey() + "s")
                .collect(Collectors.joining(", "));
    }

    private WebEndpointResponse<Object> nobody(ResponseFormat wanted) {
        String text = nobodyKnows();
        return wanted.answer(wanted == ResponseFormat.TEXT ? text + "\n" : new Unknown(text),
                WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
    }

    /** {@code subject}: {@code namespace/name}, or the name of an object without a namespace. */
    public WebEndpointResponse<Object> of(String subject, ResponseFormat shape, @Nullable String format) {
        return answer(whole(subject), shape.orAsked(format));
    }

    /** The same with the health of its backends, which is asked for. */
    public WebEndpointResponse<Object> withHealth(String subject, ResponseFormat shape, @Nullable String format) {
        return answer(whole(subject).map(known -> source.get().health(subject).map(known::with).orElse(known)),
                shape.orAsked(format));
    }

    /** Only the state of the object and the health of its backends. */
    public WebEndpointResponse<Object> health(String subject, ResponseFormat shape, @Nullable String format) {
        return answer(health(subject), shape.orAsked(format));
    }

    /** The same; empty while this instance is not working. */
    public Optional<Explanation> health(String subject) {
        return source.get()
                .explain(subject)
                .map(Explanation::withoutSections)
                .map(known -> source.get().health(subject).map(known::with).orElse(known));
    }

    private WebEndpointResponse<Object> answer(Optional<Explanation> known, ResponseFormat wanted) {
        if (known.isEmpty())
            return nobody(wanted);
        Explanation whole = known.get();
        int status = whole.state() == State.IGNORED
                ? WebEndpointResponse.STATUS_NOT_FOUND
                : WebEndpointResponse.STATUS_OK;
        return wanted.answer(wanted == ResponseFormat.TEXT ? ExplanationText.of(whole) : whole, status);
    }

    /** The response of an instance that is not working. */
    public record Unknown(String problem) {}

    /** Why this instance cannot explain, and which one can. */
    public String nobodyKnows() {
        Leadership now = leadership.get();
        if (now.leading())
            return "This instance leads and has not made its first plan yet; try again in a moment.";
        return now.holder().isEmpty()
                ? "This instance does not lead, and no leader is known."
                : "This instance does not lead; " + now.holder() + " does.";
    }

    private List<Line> operations(String subject) {
        List<Line> lines = new ArrayList<>();
        for (PlanJournal.Entry entry : journal.entries()) {
            for (JsonNode operation : entry.json().path("operations")) {
                if (lines.size() < OPERATIONS && isFor(operation, subject) && !isDeferred(operation))
                    lines.add(line(entry, (ObjectNode) operation));
            }
        }
        return lines;
    }

    private static boolean isFor(JsonNode operation, String subject) {
        for (JsonNode each : operation.path("subjects")) {
            if (each.asText().equals(subject))
                return true;
        }
        return false;
    }

    /** The operation is in a later plan again. */
    private static boolean isDeferred(JsonNode operation) {
        return operation.path("outcome").path("reason").asText().equals(Outcome.NotAttempted.Reason.DEFERRED.name());
    }

    private static Line line(PlanJournal.Entry entry, ObjectNode operation) {
        JsonNode outcome = operation.path("outcome");
        String what = operation.path("sign").asText() + " "
                + ArmId.parse(operation.path("target").asText()).shortName();
        String message = outcome.path("message").asText();
        return new Line(entry.at().truncatedTo(ChronoUnit.SECONDS) + " #" + entry.number(), what,
                outcome.isMissingNode()
                        ? open(entry)
                        : outcome.path("kind").asText() + (message.isEmpty() ? "" : ": " + message)
                                + (outcome.has("madeByPlan")
                                        ? " by plan #" + outcome.path("madeByPlan").asText()
                                        : ""),
                operation.path("target").asText());
    }

    private static String open(PlanJournal.Entry entry) {
        JsonNode successor = entry.json().path("supersededBy");
        if (!successor.isMissingNode())
            return "superseded by plan #" + successor.asText();
        return entry.isDone() ? "not needed any more" : "no outcome yet";
    }
}

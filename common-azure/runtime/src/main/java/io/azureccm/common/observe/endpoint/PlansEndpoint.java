package io.azureccm.common.observe.endpoint;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.exec.PlanJournal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The latest plans with their outcomes: {@code /actuator/plans}, newest first; {@code /actuator/plans/NUMBER} is one of them.
 * As JSON, with {@code bodies=true} including the request bodies while they are kept, or as the text that is in the log.
 */
@WebEndpoint(id = "plans")
public record PlansEndpoint(PlanJournal journal) {
    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> plans(ResponseFormat shape, @Nullable String format) {
        List<PlanJournal.Entry> entries = journal.entries();
        ResponseFormat wanted = shape.orAsked(format);
        if (wanted == ResponseFormat.JSON)
            return wanted.answer(new Plans(entries.stream().map(PlansEndpoint::jsonOf).toList()));
        return wanted.answer(entries.isEmpty()
                ? "No plan with writes has been made.\n"
                : entries.stream()
                        .map(each -> each.at() + "\n" + each.news() + "\n")
                        .collect(Collectors.joining("\n")));
    }

    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> plan(@Selector long number, ResponseFormat shape, @Nullable String format,
            @Nullable Boolean bodies) {
        Optional<PlanJournal.Entry> entry = journal.entries()
                .stream()
                .filter(each -> each.number() == number)
                .findFirst();
        if (entry.isEmpty())
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        ResponseFormat wanted = shape.orAsked(format);
        if (wanted == ResponseFormat.TEXT)
            return wanted.answer(textOf(entry.get()));
        ObjectNode json = Boolean.TRUE.equals(bodies)
                ? journal.withBodies(number).orElse(entry.get().json())
                : entry.get().json();
        return wanted.answer(withTime(entry.get(), json));
    }

    /** The response with all plans. */
    record Plans(List<ObjectNode> plans) {}

    private static ObjectNode jsonOf(PlanJournal.Entry entry) {
        return withTime(entry, entry.json());
    }

    private static ObjectNode withTime(PlanJournal.Entry entry, ObjectNode json) {
        return JsonNodeFactory.instance.objectNode()
                .put("at", entry.at().toString())
                .put("done", entry.isDone())
                .setAll(json);
    }

    private static String textOf(PlanJournal.Entry entry) {
        return entry.at() + "\n" + entry.text() + "\n";
    }
}

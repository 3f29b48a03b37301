package io.azureccm.common.observe;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.exec.PlanJournal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.lang.Nullable;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * The last plans with what became of them: {@code /actuator/plans} as JSON, newest first; {@code /actuator/plans/NUMBER} one of
 * them, with {@code bodies=true} including what is written while that is kept; {@code format=text} as in the log.
 */
@WebEndpoint(id = "plans")
public final class PlansEndpoint {
    private static final MimeType TEXT = MimeType.valueOf("text/plain;charset=UTF-8");

    private final PlanJournal journal;

    public PlansEndpoint(PlanJournal journal) {
        this.journal = journal;
    }

    @ReadOperation
    public WebEndpointResponse<Object> plans(@Nullable String format) {
        List<PlanJournal.Entry> entries = journal.entries();
        if (isText(format))
            return text(entries.isEmpty()
                    ? "No plan has been made that writes anything.\n"
                    : entries.stream().map(PlansEndpoint::textOf).collect(Collectors.joining("\n")));
        return json(new Plans(entries.stream().map(PlansEndpoint::jsonOf).toList()));
    }

    @ReadOperation
    public WebEndpointResponse<Object> plan(@Selector long number, @Nullable String format, @Nullable Boolean bodies) {
        Optional<PlanJournal.Entry> entry = journal.entries()
                .stream()
                .filter(each -> each.number() == number)
                .findFirst();
        if (entry.isEmpty())
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        if (isText(format))
            return text(textOf(entry.get()));
        ObjectNode json = Boolean.TRUE.equals(bodies)
                ? journal.withBodies(number).orElse(entry.get().json())
                : entry.get().json();
        return json(withTime(entry.get(), json));
    }

    /** The answer to a question for all plans. */
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

    private static boolean isText(String format) {
        return "text".equalsIgnoreCase(format);
    }

    private static WebEndpointResponse<Object> text(String body) {
        return new WebEndpointResponse<>(body, TEXT);
    }

    private static WebEndpointResponse<Object> json(Object body) {
        return new WebEndpointResponse<>(body, MimeTypeUtils.APPLICATION_JSON);
    }
}

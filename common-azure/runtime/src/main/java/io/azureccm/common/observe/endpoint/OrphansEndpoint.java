package io.azureccm.common.observe.endpoint;

import io.azureccm.common.core.Orphan;
import io.azureccm.common.observe.orphan.OrphanEntry;
import io.azureccm.common.observe.orphan.OrphanRegister;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/** The orphans in Azure: {@code /actuator/orphans}, as JSON or as text. */
@WebEndpoint(id = "orphans")
public record OrphansEndpoint(OrphanRegister register) {
    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> orphans(ResponseFormat shape, @Nullable String format) {
        OrphanRegister.State state = register.state();
        ResponseFormat wanted = shape.orAsked(format);
        return wanted.answer(wanted == ResponseFormat.TEXT
                ? text(state)
                : new Response(state.auditedAt().map(Object::toString).orElse(null), register.policy().delete(),
                        state.orphans().stream().map(OrphansEndpoint::item).toList()));
    }

    /**
     * {@code scannedAt} is null before the first complete scan; {@code deleted} says whether orphans are deleted after the
     * grace period.
     */
    public record Response(@Nullable String scannedAt, boolean deleted, List<Item> orphans) {}

    /** One orphan; {@code since} in ISO 8601. */
    public record Item(String kind, String id, String why, String owner, String since, int scans) {}

    private static Item item(OrphanEntry entry) {
        Orphan orphan = entry.orphan();
        return new Item(orphan.kind().toString(), orphan.id().toString(), orphan.why(), orphan.owner(),
                entry.since().toString(), entry.audits());
    }

    private String text(OrphanRegister.State state) {
        if (register.isOff())
            return "The scan for orphans is disabled: azureccm.orphans.interval is 0, or this controller owns"
                    + " nothing in Azure.\n";
        if (state.auditedAt().isEmpty())
            return "This instance has not scanned for orphans yet; only the leader does.\n";
        String head = state.orphans().size() + " orphans at " + state.auditedAt().get() + "\n";
        return head + state.orphans()
                .stream()
                .map(entry -> "  " + entry.orphan().describe() + "\n      belongs to the controller because "
                        + entry.orphan().why()
                        + "; belonged to " + entry.orphan().owner() + "; since " + entry.since() + "\n")
                .collect(Collectors.joining());
    }
}

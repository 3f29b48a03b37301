package io.azureccm.e2e.azure.calls;

import io.azureccm.e2e.azure.calls.Route.Kind;
import java.time.Instant;

/**
 * One answered request.
 *
 * @param verb GET, LIST, PUT, PATCH, POST, DELETE or POLL
 * @param code error code of the response, or empty
 * @param principal client ID of the token
 * @param faults names of the faults that applied, or empty
 * @param body body of a write, as sent
 */
public record CallRecord(long number, Instant at, Kind kind, String verb, String type, String target, String query,
        int status, String code, long millis, String principal, String agent, String faults, String body) {

    public boolean isRead() {
        return kind == Kind.READ;
    }

    public boolean isWrite() {
        return kind == Kind.WRITE;
    }

    /** A human-readable line. */
    public String line() {
        return "%s %-6s %-44s %s -> %d%s (%d ms)%s".formatted(at, verb, type,
                target.substring(target.lastIndexOf('/') + 1), status, code.isEmpty() ? "" : " " + code, millis,
                faults.isEmpty() ? "" : " fault: " + faults);
    }
}

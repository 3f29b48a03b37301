package io.azureccm.e2e.azure.calls;

import io.azureccm.e2e.azure.calls.Route.Kind;
import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;

/**
 * One answered request.
 *
 * @param verb GET, LIST, PUT, PATCH, POST, DELETE or POLL
 * @param code error code of the response, or empty
 * @param principal client ID of the token
 * @param faults names of the faults that applied, or empty
 * @param body body of a write, as sent
 */
@JsonAutoDetect(isGetterVisibility = Visibility.NONE)
public record CallRecord(long number, @JsonSerialize(using = ToStringSerializer.class) Instant at, Kind kind,
        String verb, String type, String target, String query,
        int status, String code, long millis, String principal, String agent, String faults,
        @JsonInclude(Include.NON_EMPTY) String body) {

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

package io.azureccm.e2e.azure.operations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A long-running operation as shown by its status URL. Changed only under the lock of the service that owns it. */
public final class Operation {
    /** What happens to the resource when the operation ends. */
    public record Outcome(Runnable succeeded, Runnable failed) {}

    private final String id;
    private final Target target;
    private final String verb;
    private final Instant started;
    private final OperationEnd end;
    private final Outcome outcome;
    private Instant due;
    private Instant ended;
    private ArmError error;

    public Operation(String id, Target target, String verb, Instant started, Duration time, OperationEnd end,
            Outcome outcome) {
        this.id = id;
        this.target = target;
        this.verb = verb;
        this.started = started;
        this.end = end;
        this.outcome = outcome;
        this.due = end instanceof OperationEnd.Stuck ? Instant.MAX : started.plus(time);
    }

    /** What the operation works on and where its status is served. */
    public record Target(String provider, String location, String resource) {}

    public String id() {
        return id;
    }

    public Target target() {
        return target;
    }

    public String verb() {
        return verb;
    }

    /** The status in responses to polls. */
    private String status() {
        if (ended == null)
            return "InProgress";
        if (error == null)
            return "Succeeded";
        return error.code().startsWith("Canceled") ? "Canceled" : "Failed";
    }

    public ArmError error() {
        return error;
    }

    public boolean isDone() {
        return ended != null;
    }

    Instant due() {
        return due;
    }

    /** Makes an operation due that never ends on its own. */
    void loosen(Instant now) {
        if (due.equals(Instant.MAX))
            due = now;
    }

    void end(Instant now) {
        ended = now;
        if (end instanceof OperationEnd.Fails(ArmError reason)) {
            error = reason;
            outcome.failed().run();
        } else {
            outcome.succeeded().run();
        }
    }

    /** Ends now because another operation took over, which then owns the resource. */
    void supersede(Instant now, ArmError reason) {
        ended = now;
        error = reason;
    }

    /** Body of the status URL. Compute includes the operation's name and times, network only the status. */
    public ObjectNode body() {
        ObjectNode body = Json.object();
        if (target.provider().equalsIgnoreCase("Microsoft.Compute")) {
            body.put("startTime", started.truncatedTo(ChronoUnit.MILLIS).toString());
            if (ended != null)
                body.put("endTime", ended.truncatedTo(ChronoUnit.MILLIS).toString());
        }
        body.put("status", status());
        if (error != null)
            body.set("error", error.error());
        if (target.provider().equalsIgnoreCase("Microsoft.Compute"))
            body.put("name", id);
        return body;
    }

    /** For the control API. */
    public ObjectNode summary() {
        ObjectNode summary = Json.object()
                .put("id", id)
                .put("verb", verb)
                .put("resource", target.resource())
                .put("status", status())
                .put("started", started.toString());
        if (ended != null)
            summary.put("ended", ended.toString()).put("millis", Duration.between(started, ended).toMillis());
        return summary;
    }
}

package io.azureccm.e2e.azure.operations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A long-running operation as shown by its status URL. Changed only under the lock of the service that owns it. */
public final class Operation {
    /** The status in responses to polls. */
    public enum Status {
        InProgress, Succeeded, Failed, Canceled
    }

    /** What happens to the resource when the operation ends. */
    public record Outcome(Runnable succeeded, Runnable failed) {}

    private final String id;
    private final Target target;
    private final String verb;
    private final Instant started;
    private Instant due;
    private Instant ended;
    private Status status = Status.InProgress;
    private ArmError error;
    private ArmError failAtEnd;
    private final Outcome outcome;

    public Operation(String id, Target target, String verb, Instant started, Instant due, Outcome outcome) {
        this.id = id;
        this.target = target;
        this.verb = verb;
        this.started = started;
        this.due = due;
        this.outcome = outcome;
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

    public Status status() {
        return status;
    }

    public ArmError error() {
        return error;
    }

    public boolean isDone() {
        return status != Status.InProgress;
    }

    Instant due() {
        return due;
    }

    /** Never ends on its own. */
    public void stick() {
        due = Instant.MAX;
    }

    /** Makes an operation due that never ends on its own. */
    void loosen(Instant now) {
        if (due.equals(Instant.MAX))
            due = now;
    }

    /** Ends with this error instead of success. */
    public void failWith(ArmError value) {
        failAtEnd = value;
    }

    void end(Instant now) {
        ended = now;
        if (failAtEnd == null) {
            status = Status.Succeeded;
            outcome.succeeded().run();
        } else {
            status = failAtEnd.code().startsWith("Canceled") ? Status.Canceled : Status.Failed;
            error = failAtEnd;
            outcome.failed().run();
        }
    }

    /** Ends now because another operation took over, which then owns the resource. */
    void supersede(Instant now, ArmError reason) {
        ended = now;
        status = Status.Canceled;
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
        body.put("status", status.name());
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
                .put("status", status.name())
                .put("started", started.toString());
        if (ended != null)
            summary.put("ended", ended.toString()).put("millis", Duration.between(started, ended).toMillis());
        return summary;
    }
}

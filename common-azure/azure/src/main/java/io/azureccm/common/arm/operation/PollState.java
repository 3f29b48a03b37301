package io.azureccm.common.arm.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.http.ArmErrors;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.arm.http.ArmRequest;
import io.azureccm.common.arm.http.ArmResponse;
import java.util.Locale;
import java.util.Optional;

/** The result of one poll of a long-running operation. */
public sealed interface PollState {
    record Running() implements PollState {}

    /** Succeeded; with the result if this route shows one. */
    record Done(Optional<JsonNode> result) implements PollState {}

    record Failed(ArmException error) implements PollState {}

    /** The poll says nothing about the operation; {@code lasting} if another poll will not help. */
    record Unclear(ArmException why, boolean lasting) implements PollState {}

    static PollState of(ArmRequest write, PollRoute route, ArmResponse poll) {
        int status = poll.status();
        if (status == 408 || status == 429 || status >= 500)
            return new Unclear(ArmErrors.of(write, poll), false);
        if (status == 401 || status == 403)
            return new Unclear(ArmErrors.of(write, poll), true);
        return switch (route.style()) {
            case OPERATION -> operation(write, poll);
            case LOCATION -> location(write, poll);
            case RESOURCE -> resource(write, poll);
        };
    }

    private static PollState operation(ArmRequest write, ArmResponse poll) {
        if (!poll.isSuccess())
            return new Unclear(ArmErrors.of(write, poll), poll.status() != 404);
        Optional<JsonNode> body = poll.json();
        String state = body.map(node -> node.path("status").asText(""))
                .filter(text -> !text.isEmpty())
                .orElse(poll.provisioningState());
        if (state.isEmpty())
            return poll.status() == 202
                    ? new Running()
                    : new Unclear(ArmErrors.unreadable(write, poll, "no operation status"), false);
        return byName(write, poll, state, Optional.empty());
    }

    private static PollState location(ArmRequest write, ArmResponse poll) {
        if (poll.status() == 202)
            return new Running();
        if (poll.status() == 404)
            return write.kind() == Kind.DELETE
                    ? new Done(Optional.empty())
                    : new Unclear(ArmErrors.of(write, poll), false);
        if (!poll.isSuccess())
            return new Failed(ArmErrors.operationFailed(write, poll, "Failed", envelope(poll)));
        String state = poll.provisioningState();
        return state.isEmpty() ? new Done(poll.json()) : byName(write, poll, state, poll.json());
    }

    /** A new resource may not be visible everywhere yet; a deleted one should not be. */
    private static PollState resource(ArmRequest write, ArmResponse poll) {
        if (poll.status() == 404) {
            ArmException absent = ArmErrors.of(write, poll);
            return write.kind() == Kind.DELETE && absent.kind() == ArmException.Kind.NOT_FOUND
                    ? new Done(Optional.empty())
                    : new Unclear(absent, false);
        }
        if (!poll.isSuccess())
            return new Unclear(ArmErrors.of(write, poll), true);
        if (poll.object().isEmpty())
            return new Unclear(ArmErrors.unreadable(write, poll, "a body that is not a JSON object"), false);
        if (write.kind() == Kind.DELETE)
            return new Running();
        String state = poll.provisioningState();
        return state.isEmpty() ? new Done(poll.json()) : byName(write, poll, state, poll.json());
    }

    private static PollState byName(ArmRequest write, ArmResponse poll, String state, Optional<JsonNode> result) {
        return switch (state.toLowerCase(Locale.ROOT)) {
            case "succeeded" -> new Done(result);
            case "failed", "canceled", "cancelled" ->
                new Failed(ArmErrors.operationFailed(write, poll, state, envelope(poll)));
            default -> new Running();
        };
    }

    /** Only an {@code error} object counts here: other fields of a status document or a resource are not errors. */
    private static ArmErrors.Envelope envelope(ArmResponse poll) {
        return poll.json()
                .filter(body -> body.path("error").isObject())
                .map(ArmErrors::envelope)
                .orElse(ArmErrors.Envelope.NONE);
    }
}

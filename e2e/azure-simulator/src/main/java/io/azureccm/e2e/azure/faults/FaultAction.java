package io.azureccm.e2e.azure.faults;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** The effect of a fault. */
public sealed interface FaultAction {
    /** The request is rejected before anything happens. An empty code leaves the body empty. */
    record Refuse(int status, String code, String message) implements FaultAction {}

    /**
     * 429.
     *
     * @param retryAfter literal value of the header (seconds or an HTTP date); empty omits it
     */
    record Throttle(String code, String retryAfter) implements FaultAction {}

    /** The write is accepted, but its operation never ends. */
    record StuckOperation() implements FaultAction {}

    /** The write is accepted, its operation fails and the resource is Failed. */
    record FailOperation(String code, String message) implements FaultAction {}

    /** The write is accepted, its operation ends as Canceled. */
    record CancelOperation() implements FaultAction {}

    /** The response is delayed. */
    record Slow(Duration by) implements FaultAction {}

    /** There is no response for a long time, then the connection is closed; nothing has happened. */
    record Hang(Duration atMost) implements FaultAction {}

    /** The connection is closed before anything happens. */
    record ResetBefore() implements FaultAction {}

    /** The write takes effect, then the connection is closed without a response. */
    record ResetAfter() implements FaultAction {}

    /** The request takes effect, but the response is an error. */
    record RefuseAfter(int status, String code, String message) implements FaultAction {}

    /** The request takes effect, half of the response is sent, then the connection is closed. */
    record HalfReply() implements FaultAction {}

    /** The request takes effect; the response has its status, but no body. */
    record EmptyBody() implements FaultAction {}

    /** The request takes effect; the response is not JSON. */
    record MalformedJson() implements FaultAction {}

    /** The request takes effect; the body of the response is padded to this many bytes. */
    record LongBody(long bytes) implements FaultAction {}

    /** The request takes effect; the response has this text as its body. */
    record OtherBody(String contentType, String text) implements FaultAction {}

    /** The request takes effect; the response has this header instead of its own with that name. */
    record Header(String name, String value) implements FaultAction {}

    /** The resource gets a new etag just before the request, as if another client had written it. */
    record TouchEtag() implements FaultAction {}

    /** The response shows the state of some time ago. */
    record StaleRead(Duration age) implements FaultAction {}

    /** The resource (that of the request if no ID is given) is shown as Failed from now on. */
    record MarkFailed(String id) implements FaultAction {}

    /** An instance, or any resource, disappears just before the request. */
    record Drop(String id) implements FaultAction {}

    /**
     * Another client merges this patch into a resource just before the request; arrays of named items merge by name.
     */
    record Edit(String id, ObjectNode patch) implements FaultAction {}

    /** 409 ScopeLocked: the resource, group or subscription with this ID is locked. See {@link Fault#lock}. */
    record Lock(String scope) implements FaultAction {}

    /** 403 RequestDisallowedByPolicy by the assignment of this name, with or without what it evaluated. See {@link Fault#policy}. */
    record DenyByPolicy(String policy, boolean explained) implements FaultAction {}

    /** 403 LinkedAuthorizationFailed for the ID that the body refers to. See {@link Fault#missingLinkedRight}. */
    record DenyLinked() implements FaultAction {}

    /**
     * The request takes effect; the response, or an element of its list, has another value for the resource with this ID.
     *
     * @param pointer JSON pointer within the resource; empty for the resource itself
     * @param value missing if the member or the element at the pointer is left out
     */
    record Replace(String id, String pointer, JsonNode value) implements FaultAction {
        public Replace {
            if (pointer.isEmpty() && value.isMissingNode())
                throw new IllegalArgumentException("what replaces " + id + " is missing: give a value or a pointer");
        }

        /** How the resource is shown; may change it. */
        public JsonNode in(JsonNode resource) {
            if (pointer.isEmpty())
                return value;
            JsonPointer compiled = JsonPointer.compile(pointer);
            JsonPointer last = compiled.last();
            JsonNode owner = resource.at(compiled.head());
            if (owner instanceof ObjectNode members && value.isMissingNode()) {
                members.remove(last.getMatchingProperty());
            } else if (owner instanceof ObjectNode members) {
                members.set(last.getMatchingProperty(), value);
            } else if (owner instanceof ArrayNode elements && elements.has(last.getMatchingIndex())) {
                elements.remove(last.getMatchingIndex());
                if (!value.isMissingNode())
                    elements.insert(last.getMatchingIndex(), value);
            }
            return resource;
        }
    }

    /** The token endpoint returns an expired token. */
    record ExpiredToken() implements FaultAction {}
}

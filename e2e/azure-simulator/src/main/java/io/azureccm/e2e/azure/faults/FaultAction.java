package io.azureccm.e2e.azure.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** What goes wrong. */
public sealed interface FaultAction {
    /** The request is refused before anything happens. An empty code leaves the body empty. */
    record Refuse(int status, String code, String message) implements FaultAction {}

    /**
     * 429.
     *
     * @param retryAfter value of the header as it is (seconds or an HTTP date); empty leaves it out
     */
    record Throttle(String code, String retryAfter) implements FaultAction {}

    /** The write is accepted and its operation never ends. */
    record StuckOperation() implements FaultAction {}

    /** The write is accepted, its operation fails and the resource is Failed. */
    record FailOperation(String code, String message) implements FaultAction {}

    /** The write is accepted, its operation ends as Canceled. */
    record CancelOperation() implements FaultAction {}

    /** The reply comes later. */
    record Slow(Duration by) implements FaultAction {}

    /** No reply comes for a long time, then the connection is closed; nothing has happened. */
    record Hang(Duration atMost) implements FaultAction {}

    /** The connection is closed before anything happens. */
    record ResetBefore() implements FaultAction {}

    /** The write takes effect, then the connection is closed without a reply. */
    record ResetAfter() implements FaultAction {}

    /** The request takes effect and is answered as if it had failed. */
    record RefuseAfter(int status, String code, String message) implements FaultAction {}

    /** The request takes effect, half of the reply is sent, then the connection is closed. */
    record HalfReply() implements FaultAction {}

    /** The request takes effect and is answered with its status, but without a body. */
    record EmptyBody() implements FaultAction {}

    /** The request takes effect and is answered with something that is not JSON. */
    record MalformedJson() implements FaultAction {}

    /** The request takes effect and is answered with a body that goes on for so many bytes, the real one among them. */
    record LongBody(long bytes) implements FaultAction {}

    /** The request takes effect and is answered with this text as if it were the answer. */
    record OtherBody(String contentType, String text) implements FaultAction {}

    /** The request takes effect, and its answer bears this header instead of its own of that name. */
    record Header(String name, String value) implements FaultAction {}

    /** The resource gets another etag just before the request, as if someone else had written it. */
    record TouchEtag() implements FaultAction {}

    /** The request is answered from the state of some time ago. */
    record StaleRead(Duration age) implements FaultAction {}

    /** The resource (the one of the request when no id is given) is shown as Failed from now on. */
    record MarkFailed(String id) implements FaultAction {}

    /** An instance, or any resource, disappears just before the request. */
    record Drop(String id) implements FaultAction {}

    /** Someone else merges this patch into a resource just before the request; arrays of named items merge by name. */
    record Edit(String id, ObjectNode patch) implements FaultAction {}

    /** The token endpoint hands out a token that has expired. */
    record ExpiredToken() implements FaultAction {}
}

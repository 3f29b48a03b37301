package io.azureccm.common.arm.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.refusal.PolicyEvaluation;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Converts error responses into {@link ArmException}s: a known code decides, otherwise the status. */
public final class ArmErrors {
    /** Codes for problems that were not reported by an ARM server but occurred on the way. */
    public static final String MALFORMED_ANSWER = "MalformedAnswer";
    static final String UNRECOGNIZED_ANSWER = "UnrecognizedAnswer";
    static final String ANSWER_TOO_LARGE = "AnswerTooLarge";

    /** A longer server message is useless in a log line or an event. */
    private static final int MAX_TEXT = 1_000;
    private static final int MAX_DETAILS = 100;
    private static final int MAX_CODE = 100;

    private static final Map<String, Kind> BY_CODE = byCode(Map.of(
            Kind.CONFLICT, Set.of("CanceledAndSupersededDueToAnotherOperation", "PreconditionFailed",
                    "PreconditionFailedEtagMismatch"),
            Kind.BUSY, Set.of("AnotherOperationInProgress", "RetryableError", "RetryableErrorDueToAnotherOperation",
                    "ReferencedResourceNotProvisioned", "OperationPreempted", "Conflict"),
            Kind.THROTTLED, Set.of("TooManyRequests", "SubscriptionRequestsThrottled", "ResourceRequestsThrottled",
                    "TenantRequestsThrottled"),
            Kind.FORBIDDEN, Set.of("AuthorizationFailed", "LinkedAuthorizationFailed"),
            Kind.REJECTED, Set.of("OperationNotAllowed", "ScopeLocked", "ReadOnlyDisabledSubscription",
                    "ResourceGroupBeingDeleted", "MissingSubscriptionRegistration", "SubscriptionNotRegistered",
                    "MissingRegistrationForResourceProvider", "RequestDisallowedByPolicy", "QuotaExceeded",
                    "SubscriptionNotFound", "InvalidResourceNamespace", "InvalidResourceType",
                    "NoRegisteredProviderFound")));

    /** The network providers' code for an If-Match that is not the current etag. */
    private static final String ETAG_MISMATCH = "PreconditionFailedEtagMismatch";

    /** Failures inside an operation that are server problems and not caused by the request. */
    private static final Set<String> SERVER_TROUBLE = Set.of("internalservererror", "internalerror",
            "internalexecutionerror", "serviceunavailable", "gatewaytimeout", "operationtimedout");

    /** Compute's message about a deleted instance says that its number is wrong. */
    private static final String NO_SUCH_INSTANCE = "is not an active Virtual Machine Scale Set VM instanceId";

    /**
     * ARM's error object; code and message are "" if the server sent none. {@code policyFields}: what an Azure Policy evaluated that
     * denied the request.
     */
    public record Envelope(String code, String message, List<String> detailCodes, List<String> policyFields) {
        public static final Envelope NONE = new Envelope("", "", List.of(), List.of());

        boolean isRecognized() {
            return !code.isEmpty();
        }
    }

    private ArmErrors() {}

    /** The exception for an unsuccessful response. */
    public static ArmException of(ArmRequest request, ArmResponse response) {
        Envelope envelope = envelope(response);
        Kind kind = kind(request, response.status(), envelope);
        String code = envelope.isRecognized()
                ? cut(envelope.code(), MAX_CODE)
                : response.status() == 404
                        ? UNRECOGNIZED_ANSWER
                        : "Http" + response.status();
        Instant retryAfter = response.retryAfter().map(response.receivedAt()::plus).orElse(null);
        String text = response.isRedirect() ? redirect(response) : text(request, envelope, kind);
        String message = ": HTTP " + response.status() + " " + code + (text.isEmpty() ? "" : ": " + text);
        ArmException failure = failure(kind, code, request.describe() + message, response, retryAfter);
        return deniesEtag(response.status(), envelope) ? failure.withOutdatedEtag() : failure;
    }

    /** A 412 may have other reasons than another etag; its codes say which it is. */
    private static boolean deniesEtag(int status, Envelope envelope) {
        return status == 412 && (envelope.code().equalsIgnoreCase(ETAG_MISMATCH)
                || envelope.detailCodes().stream().anyMatch(ETAG_MISMATCH::equalsIgnoreCase));
    }

    /** The exception for a long-running operation that ended as Failed or Canceled. */
    public static ArmException operationFailed(ArmRequest request, ArmResponse poll, String state, Envelope error) {
        Kind kind = operationKind(state, error);
        String code = error.isRecognized() ? cut(error.code(), MAX_CODE) : "Operation" + state;
        Instant retryAfter = kind == Kind.THROTTLED
                ? poll.retryAfter().map(poll.receivedAt()::plus).orElse(null)
                : null;
        String text = text(request, error, kind);
        String message = request.describe() + ": the operation ended as " + state + " with " + code
                + (text.isEmpty() ? "" : ": " + text);
        return failure(kind, code, message, poll, retryAfter);
    }

    /** The exception for an exchange that ended without a response. */
    static ArmException noAnswer(ArmRequest request, ConnectionFailures.Failure failure, Throwable cause) {
        Kind kind = failure.mayHaveBeenSent() ? Kind.UNKNOWN : Kind.UNAVAILABLE;
        return new ArmException(kind, 0, failure.code(), request.describe() + ": " + failure.text(), "", null, cause);
    }

    /** The exception for a successful response that cannot be parsed: it is unknown whether the call took effect. */
    public static ArmException unreadable(ArmRequest request, ArmResponse response, String what) {
        String message = request.describe() + ": HTTP " + response.status() + " with " + what;
        return failure(Kind.UNKNOWN, MALFORMED_ANSWER, message, response, null);
    }

    /** The exception for a successful response with a resource that cannot be read. */
    public static ArmException unreadable(ArmRequest request, ArmResponse response, UnreadableResource resource) {
        return new ArmException(resource, withId(request.describe() + ": " + resource.problem(),
                response.requestId()), response.requestId());
    }

    /** The exception for a successful response that was not read completely. */
    public static ArmException tooLarge(ArmRequest request, ArmResponse response, String what, long most) {
        String message = request.describe() + ": HTTP " + response.status() + " with " + what + ": more than the "
                + most + " bytes that are read (azureccm.resilience.answers)";
        return failure(Kind.UNKNOWN, ANSWER_TOO_LARGE, message, response, null);
    }

    /** The envelope of a response; for a truncated one, what its beginning contains. */
    private static Envelope envelope(ArmResponse response) {
        return response.json()
                .map(ArmErrors::envelope)
                .orElseGet(() -> new Envelope(ArmBodies.firstText(response.body(), "code"),
                        ArmBodies.firstText(response.body(), "message"), List.of(), List.of()));
    }

    public static Envelope envelope(JsonNode body) {
        JsonNode error = body.path("error").isObject() ? body.path("error") : body;
        List<String> details = new ArrayList<>();
        StringBuilder message = new StringBuilder(error.path("message").asText(""));
        target(error, message);
        for (JsonNode detail : error.path("details")) {
            if (details.size() >= MAX_DETAILS || message.length() > MAX_TEXT)
                break;
            details.add(detail.path("code").asText(""));
            String more = detail.path("message").asText("");
            if (!more.isEmpty() && message.indexOf(more) < 0)
                message.append(message.isEmpty() ? "" : " ").append(more);
            target(detail, message);
        }
        return new Envelope(error.path("code").asText(""), message.toString(), details, policyFields(error));
    }

    /** The part of the request that an error is about, unless the message names it. */
    private static void target(JsonNode error, StringBuilder message) {
        String target = error.path("target").asText("");
        if (!target.isEmpty() && message.indexOf(target) < 0)
            message.append(message.isEmpty() ? "" : " ").append("(target: ").append(target).append(')');
    }

    private static List<String> policyFields(JsonNode error) {
        List<String> fields = new ArrayList<>();
        for (JsonNode info : error.path("additionalInfo"))
            for (JsonNode expression : info.path("info").path("evaluationDetails").path("evaluatedExpressions")) {
                String path = expression.path("path").asText("");
                if (!path.isEmpty() && fields.size() < MAX_DETAILS && !fields.contains(path))
                    fields.add(path);
            }
        return fields;
    }

    private static Kind kind(ArmRequest request, int status, Envelope envelope) {
        // A status outside of these ranges is not from ARM; the request may or may not have been passed on.
        if (status == 408 || status >= 500 || status < 400)
            return Kind.UNKNOWN;
        // A proxy or a wrong host also responds with 404; only ARM's own error object may make a resource count as absent.
        if (status == 404 && !envelope.isRecognized())
            return Kind.UNKNOWN;
        if (status == 412)
            return Kind.CONFLICT;
        if (status == 400 && envelope.message().contains(NO_SUCH_INSTANCE))
            return Kind.NOT_FOUND;
        if (status == 401)
            return Kind.UNAUTHENTICATED;
        Optional<Kind> known = known(envelope);
        if (status == 429)
            return known.filter(kind -> kind == Kind.BUSY).orElse(Kind.THROTTLED);
        if (known.isPresent())
            return known.get();
        return switch (status) {
            case 403 -> Kind.FORBIDDEN;
            case 404 -> Kind.NOT_FOUND;
            case 409 -> isRefusal(request, envelope) ? Kind.REJECTED : Kind.BUSY;
            default -> Kind.REJECTED;
        };
    }

    /** The network provider has few codes for operations in progress, and many for requests that it will never accept. */
    private static boolean isRefusal(ArmRequest request, Envelope envelope) {
        return envelope.isRecognized() && request.target().isOf(ArmTypes.NETWORK);
    }

    private static Kind operationKind(String state, Envelope error) {
        if (SERVER_TROUBLE.contains(error.code().toLowerCase(Locale.ROOT)))
            return Kind.UNKNOWN;
        // The operation was stopped half way: only a new read shows the current state.
        Kind otherwise = state.equalsIgnoreCase("Failed") ? Kind.REJECTED : Kind.CONFLICT;
        return known(error).orElse(otherwise);
    }

    /** Details take precedence only if they name throttling: compute wraps it into OperationNotAllowed. */
    private static Optional<Kind> known(Envelope envelope) {
        boolean throttled = envelope.detailCodes()
                .stream()
                .anyMatch(code -> BY_CODE.get(code.toLowerCase(Locale.ROOT)) == Kind.THROTTLED);
        return throttled
                ? Optional.of(Kind.THROTTLED)
                : Optional.ofNullable(BY_CODE.get(envelope.code().toLowerCase(Locale.ROOT)));
    }

    private static String text(ArmRequest request, Envelope envelope, Kind kind) {
        String policy = PolicyEvaluation.text(envelope.policyFields());
        String message = (cut(printable(envelope.message()), MAX_TEXT) + " " + cut(printable(policy), MAX_TEXT))
                .strip();
        return switch (kind) {
            case FORBIDDEN -> "the identity lacks " + (envelope.code().equalsIgnoreCase("LinkedAuthorizationFailed")
                    ? "a permission on a resource that this one refers to"
                    : request.permission() + " on " + request.target()) + (message.isEmpty() ? "" : ": " + message);
            case UNAUTHENTICATED -> "ARM rejected the token" + (message.isEmpty() ? "" : ": " + message);
            default -> message;
        };
    }

    private static String printable(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    }

    private static String redirect(ArmResponse response) {
        return "a redirect" + response.header("Location").map(to -> " to " + cut(to, 200)).orElse("")
                + ", which is not followed";
    }

    public static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + "...";
    }

    private static ArmException failure(Kind kind, String code, String message, ArmResponse response,
            Instant retryAfter) {
        return new ArmException(kind, response.status(), code, withId(message, response.requestId()),
                response.requestId(), retryAfter, null);
    }

    private static String withId(String message, String requestId) {
        return requestId.isEmpty() ? message : message + " (request id " + requestId + ")";
    }

    private static Map<String, Kind> byCode(Map<Kind, Set<String>> groups) {
        Map<String, Kind> codes = new HashMap<>();
        groups.forEach((kind, names) -> names.forEach(name -> codes.put(name.toLowerCase(Locale.ROOT), kind)));
        return Map.copyOf(codes);
    }
}

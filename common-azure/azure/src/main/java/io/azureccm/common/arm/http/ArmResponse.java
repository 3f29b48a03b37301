package io.azureccm.common.arm.http;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One HTTP response, its body read completely or, for an error, up to the limit; {@code timeOfDay} is when it was received by the wall clock,
 * for dates in its headers.
 */
public record ArmResponse(int status, HttpHeaders headers, byte[] body, Instant receivedAt, Instant timeOfDay) {
    private static final HttpHeaderName REQUEST_ID = HttpHeaderName.fromString("x-ms-request-id");
    private static final HttpHeaderName CORRELATION_ID = HttpHeaderName.fromString("x-ms-correlation-request-id");

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    boolean isRedirect() {
        return status >= 300 && status < 400;
    }

    public Optional<JsonNode> json() {
        return ArmBodies.read(body);
    }

    /** The body if it is a JSON object. */
    public Optional<ObjectNode> object() {
        return json().filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast);
    }

    boolean hasBody() {
        return body.length > 0;
    }

    /** Describes a body that is not a JSON object, for users. */
    public String insteadOfObject() {
        if (!hasBody())
            return "an empty body";
        String type = header("Content-Type").orElse("");
        Optional<String> fault = ArmBodies.fault(body);
        if (fault.isPresent() && !type.isEmpty() && !type.toLowerCase(Locale.ROOT).contains("json"))
            return "a body of type " + ArmErrors.cut(type, 60) + " that is not JSON";
        return fault.map(why -> "a body that is not JSON: " + why).orElse("a body that is not a JSON object");
    }

    /** ARM's request id, or the correlation id if the provider sends none; "" if there is neither. */
    String requestId() {
        String id = headers.getValue(REQUEST_ID);
        if (id == null)
            id = headers.getValue(CORRELATION_ID);
        return id == null ? "" : ArmErrors.cut(id, 100);
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.getValue(HttpHeaderName.fromString(name)))
                .map(String::trim)
                .filter(value -> !value.isEmpty());
    }

    /** How long the server asks to wait, counted from the arrival of this response. */
    public Optional<Duration> retryAfter() {
        return RetryAfter.read(this::header, timeOfDay);
    }

    /** The information about limits; {@code remaining} contains the single numbers from its headers. */
    ArmExchangeGate.Response aboutLimits(Map<String, Integer> remaining) {
        String code = isSuccess() ? "" : json().map(ArmErrors::envelope).map(ArmErrors.Envelope::code).orElse("");
        boolean fromGateway = header("x-ms-failure-cause").filter("gateway"::equalsIgnoreCase).isPresent();
        return new ArmExchangeGate.Response(status, code, fromGateway, retryAfter().map(receivedAt::plus), remaining,
                header("x-ms-ratelimit-remaining-resource").map(ArmResponse::policies).orElse(Map.of()));
    }

    /** {@code Microsoft.Compute/GetVM;35,Microsoft.Compute/...} by name; entries without a number are skipped. */
    private static Map<String, Integer> policies(String header) {
        Map<String, Integer> left = new HashMap<>();
        for (String policy : header.split(",")) {
            int at = policy.lastIndexOf(';');
            if (at > 0 && policy.substring(at + 1).trim().matches("\\d{1,9}"))
                left.put(policy.substring(0, at).trim(), Integer.valueOf(policy.substring(at + 1).trim()));
        }
        return left;
    }

    /** {@code properties.provisioningState}, "" if the body has none. */
    public String provisioningState() {
        return json().map(node -> node.path("properties").path("provisioningState").asText("")).orElse("");
    }

    /** An absolute or relative URL in a header, made absolute; empty if absent or malformed. */
    public Optional<URI> url(String header, URI base) {
        return header(header).flatMap(value -> {
            try {
                return Optional.of(base.resolve(value));
            } catch (IllegalArgumentException malformed) {
                return Optional.empty();
            }
        });
    }
}

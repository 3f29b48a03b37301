package io.azureccm.e2e.azure.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** An error response in ARM's envelope. Thrown anywhere below the HTTP layer, which converts it into a response. */
public final class ArmError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** One entry of {@code error.details}. */
    public record Detail(String code, String message) {}

    private final int status;
    private final String code;
    private final transient List<Detail> details;
    private final transient Map<String, String> headers = new LinkedHashMap<>();
    private boolean emptyDetails;
    private String target;
    private transient ObjectNode additionalInfo;

    public ArmError(int status, String code, String message) {
        this(status, code, message, List.of());
    }

    public ArmError(int status, String code, String message, List<Detail> details) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.details = List.copyOf(details);
    }

    public static ArmError badRequest(String code, String message) {
        return new ArmError(400, code, message);
    }

    /** Rejects with 400 because of the first of these, if there is one. */
    public static void refuseFirst(List<String> causes, String code, UnaryOperator<String> message) {
        if (!causes.isEmpty())
            throw badRequest(code, message.apply(causes.getFirst()));
    }

    /** A resource provider's response for a missing child resource. */
    public static ArmError childNotFound(String id) {
        ArmError error = new ArmError(404, "NotFound", "Resource " + id + " not found.");
        error.emptyDetails = true;
        return error;
    }

    /** The error comes from ARM, not from the resource provider: {@code x-ms-failure-cause: gateway}. */
    public ArmError fromGateway() {
        return header("x-ms-failure-cause", "gateway");
    }

    public ArmError header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    public ArmError target(String value) {
        target = value;
        return this;
    }

    /** The only entry of {@code error.additionalInfo}. */
    public ArmError additionalInfo(String type, ObjectNode info) {
        additionalInfo = Json.object().put("type", type);
        additionalInfo.set("info", info);
        return this;
    }

    public String code() {
        return code;
    }

    /** The {@code error} member only, as in operations. */
    public ObjectNode error() {
        ObjectNode error = Json.object().put("code", code).put("message", getMessage());
        if (target != null)
            error.put("target", target);
        if (!details.isEmpty() || emptyDetails) {
            ArrayNode array = error.putArray("details");
            details.forEach(detail -> array.addObject().put("code", detail.code()).put("message", detail.message()));
        }
        if (additionalInfo != null)
            error.putArray("additionalInfo").add(additionalInfo);
        return error;
    }

    public ArmResponse response() {
        ArmResponse response = ArmResponse.json(status, Json.object().set("error", error()));
        return response.withAll(headers);
    }
}

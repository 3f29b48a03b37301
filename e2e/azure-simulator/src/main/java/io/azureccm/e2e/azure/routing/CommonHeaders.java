package io.azureccm.e2e.azure.routing;

import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Headers of every ARM response. */
final class CommonHeaders {
    private CommonHeaders() {}

    static ArmResponse add(ArmRequest request, ArmResponse response, String id, Instant now) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Cache-Control", "no-cache");
        headers.put("Pragma", "no-cache");
        headers.put("Expires", "-1");
        headers.put("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("x-ms-request-id", id);
        headers.put("x-ms-correlation-request-id", request.header("x-ms-correlation-request-id").orElse(id));
        headers.put("x-ms-routing-request-id", "EASTUS:" + now + ":" + id);
        if (request.header("x-ms-return-client-request-id").filter("true"::equalsIgnoreCase).isPresent()) {
            request.header("x-ms-client-request-id").ifPresent(own -> headers.put("x-ms-client-request-id", own));
        }
        headers.putAll(response.headers());
        return new ArmResponse(response.status(), headers, response.body(), response.contentType());
    }
}

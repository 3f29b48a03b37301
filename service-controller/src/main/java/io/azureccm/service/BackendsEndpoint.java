package io.azureccm.service;

import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.endpoint.ResponseFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/** Which backends of a Service are up, as Azure answers now: {@code /actuator/backends/NAMESPACE/NAME}, as JSON or as text. */
@WebEndpoint(id = "backends")
public record BackendsEndpoint(Explanations explanations) {
    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> health(@Selector String namespace, @Selector String name, ResponseFormat shape,
            @Nullable String format) {
        return explanations.health(namespace + "/" + name, shape, format);
    }
}

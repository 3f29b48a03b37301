package io.azureccm.service;

import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.endpoint.ResponseFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Explains the state of a Service: {@code /actuator/services/NAMESPACE/NAME}, as JSON or as text; with {@code health=true} also which
 * backends are up, which Azure is asked for.
 */
@WebEndpoint(id = "services")
public record ServicesEndpoint(Explanations explanations) {
    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> all(ResponseFormat shape, @Nullable String format) {
        return explanations.all(shape, format);
    }

    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> explain(@Selector String namespace, @Selector String name, ResponseFormat shape,
            @Nullable String format, @Nullable Boolean health) {
        String subject = namespace + "/" + name;
        return Boolean.TRUE.equals(health)
                ? explanations.withHealth(subject, shape, format)
                : explanations.of(subject, shape, format);
    }
}

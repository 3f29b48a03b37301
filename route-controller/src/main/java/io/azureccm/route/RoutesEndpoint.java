package io.azureccm.route;

import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.endpoint.ResponseFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/** Explains the routes of nodes at {@code /actuator/routes/NODE}, as JSON or as text. */
@WebEndpoint(id = "routes")
public record RoutesEndpoint(Explanations explanations) {
    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> all(ResponseFormat shape, @Nullable String format) {
        return explanations.all(shape, format);
    }

    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> explain(@Selector String node, ResponseFormat shape, @Nullable String format) {
        return explanations.of(node, shape, format);
    }
}

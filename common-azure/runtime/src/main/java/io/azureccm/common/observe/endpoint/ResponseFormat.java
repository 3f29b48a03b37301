package io.azureccm.common.observe.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * The format of an actuator response: JSON by default, or text for users with {@code Accept: text/plain} or
 * {@code format=text}.
 */
public enum ResponseFormat implements Producible<ResponseFormat> {
    JSON(MimeTypeUtils.APPLICATION_JSON), TEXT(MimeType.valueOf("text/plain;charset=UTF-8"));

    private final MimeType type;

    ResponseFormat(MimeType type) {
        this.type = type;
    }

    @Override
    public MimeType getProducedMimeType() {
        return type;
    }

    @Override
    public boolean isDefault() {
        return this == JSON;
    }

    /** This format, or text if the parameter requests it. */
    ResponseFormat orAsked(@Nullable String format) {
        return "text".equalsIgnoreCase(format) ? TEXT : this;
    }

    WebEndpointResponse<Object> answer(Object body) {
        return answer(body, WebEndpointResponse.STATUS_OK);
    }

    WebEndpointResponse<Object> answer(Object body, int status) {
        return new WebEndpointResponse<>(body, status, type);
    }
}

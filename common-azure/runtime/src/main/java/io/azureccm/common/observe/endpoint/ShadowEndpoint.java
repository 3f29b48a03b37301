package io.azureccm.common.observe.endpoint;

import io.azureccm.common.core.shadow.ShadowHtml;
import io.azureccm.common.core.shadow.ShadowJson;
import io.azureccm.common.core.shadow.ShadowReport;
import io.azureccm.common.core.shadow.ShadowText;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.util.MimeType;

/**
 * The report of a shadow: {@code /actuator/shadow} as JSON, as text with {@code Accept: text/plain} or {@code format=text},
 * as a page with {@code format=html}.
 */
@WebEndpoint(id = "shadow")
public record ShadowEndpoint(Supplier<ShadowReport> shadow, String app) {
    private static final MimeType HTML = MimeType.valueOf("text/html;charset=UTF-8");

    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> shadow(ResponseFormat shape, @Nullable String format) {
        ShadowReport report = shadow.get();
        if ("html".equalsIgnoreCase(format))
            return new WebEndpointResponse<>(ShadowHtml.of(app, report), HTML);
        ResponseFormat wanted = shape.orAsked(format);
        return wanted.answer(wanted == ResponseFormat.TEXT ? ShadowText.of(report) : ShadowJson.of(report));
    }
}

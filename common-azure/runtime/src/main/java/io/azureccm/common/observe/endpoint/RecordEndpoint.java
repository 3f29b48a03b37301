package io.azureccm.common.observe.endpoint;

import io.azureccm.common.record.RecordFolder;
import io.azureccm.common.record.anonymous.AnonymousRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

/**
 * The record of this instance's turns, {@code /actuator/record}: compressed JSON lines, for the command {@code replay}. {@code on}: turns are
 * recorded.
 */
@WebEndpoint(id = "record")
public record RecordEndpoint(RecordFolder folder, boolean on) {
    /** 404 if nothing is recorded, or nothing was recorded yet; {@code anonymous=true}: with names, ids and addresses replaced. */
    @ReadOperation(produces = "application/gzip")
    public WebEndpointResponse<Resource> record(@Nullable Boolean anonymous) throws IOException {
        if (!on || folder.size() == 0)
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        folder.copyTo(bytes);
        if (!Boolean.TRUE.equals(anonymous))
            return new WebEndpointResponse<>(new ByteArrayResource(bytes.toByteArray()));
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        AnonymousRecord.copy(() -> new ByteArrayInputStream(bytes.toByteArray()), coded, new SecureRandom());
        return new WebEndpointResponse<>(new ByteArrayResource(coded.toByteArray()));
    }
}

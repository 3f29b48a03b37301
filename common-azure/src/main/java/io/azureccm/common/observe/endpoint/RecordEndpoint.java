package io.azureccm.common.observe.endpoint;

import io.azureccm.common.record.RecordFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

/** The record of this instance's turns, {@code /actuator/record}: compressed JSON lines, for the command {@code replay}. */
@WebEndpoint(id = "record")
public final class RecordEndpoint {
    private final RecordFolder folder;
    private final boolean on;

    /** {@code on}: turns are recorded. */
    public RecordEndpoint(RecordFolder folder, boolean on) {
        this.folder = folder;
        this.on = on;
    }

    /** 404 if nothing is recorded, or nothing was recorded yet. */
    @ReadOperation(produces = "application/gzip")
    public WebEndpointResponse<Resource> record() throws IOException {
        if (!on || folder.size() == 0)
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        folder.copyTo(bytes);
        return new WebEndpointResponse<>(new ByteArrayResource(bytes.toByteArray()));
    }
}

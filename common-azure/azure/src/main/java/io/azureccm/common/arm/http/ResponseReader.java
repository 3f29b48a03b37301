package io.azureccm.common.arm.http;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * Reads the body of a response as a stream, never more than the limits allow: a successful response beyond them is an error
 * and abandoned there; of an error response the beginning is sufficient.
 */
record ResponseReader(ResponseLimits limits, ArmClock clock) {
    /** Throws {@link ArmException} for a successful response that is too large or has an unrequested encoding. */
    ArmResponse read(ArmRequest request, HttpResponse response) throws IOException {
        ArmResponse head = new ArmResponse(response.getStatusCode(), response.getHeaders(), new byte[0], clock.now(),
                clock.wall());
        BinaryData data = response.getBodyAsBinaryData();
        if (data == null)
            return head;
        int most = head.isSuccess() ? limits.response() : limits.failure();
        if (head.isSuccess() && announced(response.getHeaders()) > most)
            throw ArmErrors.tooLarge(request, head, "a body of " + announced(response.getHeaders()) + " bytes", most);
        try (InputStream body = unpacked(request, head, data.toStream())) {
            byte[] read = body.readNBytes(most);
            if (head.isSuccess() && read.length == most && body.read() >= 0)
                throw ArmErrors.tooLarge(request, head, "a body that goes on", most);
            return new ArmResponse(head.status(), head.headers(), read, clock.now(), clock.wall());
        }
    }

    private static InputStream unpacked(ArmRequest request, ArmResponse head, InputStream raw) throws IOException {
        String encoding = head.header("Content-Encoding").orElse("identity").toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "identity" -> raw;
            case "gzip", "x-gzip" -> new GZIPInputStream(raw);
            default -> {
                raw.close();
                throw ArmErrors.unreadable(request, head, "a body packed as " + ArmErrors.cut(encoding, 40));
            }
        };
    }

    /** The length that the server announces, 0 if none. */
    private static long announced(HttpHeaders headers) {
        String length = headers.getValue(HttpHeaderName.CONTENT_LENGTH);
        return length != null && length.trim().matches("\\d{1,18}") ? Long.parseLong(length.trim()) : 0;
    }
}

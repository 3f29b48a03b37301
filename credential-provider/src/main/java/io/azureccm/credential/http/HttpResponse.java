package io.azureccm.credential.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A response: headers as pairs of name and value in their order, and the body without transfer encoding. */
public record HttpResponse(int status, List<String[]> headers, byte[] body) {

    /** All values of a header. */
    public List<String> headers(String name) {
        List<String> values = new ArrayList<>();
        for (String[] header : headers) {
            if (header[0].equalsIgnoreCase(name))
                values.add(header[1]);
        }
        return values;
    }

    /** The first value of a header, or an empty string. */
    public String header(String name) {
        List<String> values = headers(name);
        return values.isEmpty() ? "" : values.getFirst();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}

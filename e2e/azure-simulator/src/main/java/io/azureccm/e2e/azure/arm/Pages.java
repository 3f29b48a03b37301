package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Splits lists into pages whose links carry all parameters of the first request. */
public final class Pages {
    private static final String TOKEN = "$skipToken";

    private Pages() {}

    public static ObjectNode page(ArmRequest request, List<ObjectNode> all, int size) {
        int start = request.parameter(TOKEN).map(Pages::position).orElse(0);
        int end = Math.min(all.size(), start + size);
        ObjectNode page = Json.object();
        page.putArray("value").addAll(all.subList(Math.min(start, end), end));
        if (end < all.size())
            page.put("nextLink", link(request, end));
        return page;
    }

    private static int position(String token) {
        try {
            return Integer.parseInt(token, 36) - 1000;
        } catch (NumberFormatException e) {
            throw ArmError.of("InvalidSkipToken", token);
        }
    }

    private static String link(ArmRequest request, int end) {
        StringBuilder link = new StringBuilder(request.base()).append(request.path().replace(" ", "%20")).append('?');
        for (Map.Entry<String, String> entry : request.query().entrySet()) {
            if (!entry.getKey().equalsIgnoreCase(TOKEN))
                link.append(encode(entry.getKey())).append('=').append(encode(entry.getValue())).append('&');
        }
        return link.append(encode(TOKEN)).append('=').append(Integer.toString(end + 1000, 36)).toString();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

package io.azureccm.credential.standin;

import java.util.Map;

/**
 * A request received by the stand-in: the URL without its query, header names in lower case, an empty form if there is
 * none.
 */
public record Seen(String method, String url, Map<String, String> query, Map<String, String> form,
        Map<String, String> headers) {}

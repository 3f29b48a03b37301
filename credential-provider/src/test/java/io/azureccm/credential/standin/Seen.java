package io.azureccm.credential.standin;

import java.util.Map;

/** A request as the stand-in saw it: the URL without its query, names of headers in small letters, no form as an empty one. */
public record Seen(String method, String url, Map<String, String> query, Map<String, String> form,
        Map<String, String> headers) {}

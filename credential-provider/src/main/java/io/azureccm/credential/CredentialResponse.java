package io.azureccm.credential;

import io.azureccm.credential.text.JsonText;
import java.util.Map;
import java.util.TreeMap;

/** The response: credentials by image prefix. */
final class CredentialResponse {
    private final String cacheDuration;
    private final Map<String, String[]> logins = new TreeMap<>();

    /**
     * @param cacheDuration in Go's format, such as 1h0m0s
     */
    CredentialResponse(String cacheDuration) {
        this.cacheDuration = cacheDuration;
    }

    CredentialResponse with(String key, String user, String password) {
        logins.put(key, new String[]{user, password});
        return this;
    }

    String json() {
        StringBuilder json = new StringBuilder("{\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"")
                .append(CredentialRequest.VERSION)
                .append("\",\"cacheKeyType\":\"Registry\",\"cacheDuration\":\"")
                .append(cacheDuration)
                .append('"');
        String before = ",\"auth\":{";
        for (Map.Entry<String, String[]> login : logins.entrySet()) {
            JsonText.quoted(json.append(before), login.getKey());
            JsonText.quoted(json.append(":{\"username\":"), login.getValue()[0]);
            JsonText.quoted(json.append(",\"password\":"), login.getValue()[1]);
            json.append('}');
            before = ",";
        }
        return json.append(logins.isEmpty() ? "}\n" : "}}\n").toString();
    }
}

package io.azureccm.common.arm.credential;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.http.ArmBodies;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Base64;

/** A user-assigned identity and its certificate (PKCS#12, no password); authority is "" if its file names none. */
public record DataPlaneIdentity(String tenantId, String clientId, String authority, byte[] pkcs12) {
    /** The key that names the file in messages. */
    public static final String KEY = "aadMSIDataPlaneIdentityPath";

    /** Parses the content of {@code file}, in which the certificate is base64; a problem is reported in one line. */
    public static DataPlaneIdentity parse(String file, byte[] content) {
        JsonNode json = ArmBodies.read(content)
                .orElseThrow(() -> new IllegalArgumentException(KEY + ": " + file + " is not JSON"));
        return new DataPlaneIdentity(required(file, json, "tenant_id"), required(file, json, "client_id"),
                json.path("authentication_endpoint").asText(""),
                base64(file, required(file, json, "client_secret")));
    }

    public InputStream certificate() {
        return new ByteArrayInputStream(pkcs12);
    }

    private static String required(String file, JsonNode json, String field) {
        String value = json.path(field).asText("");
        if (value.isEmpty())
            throw new IllegalArgumentException(KEY + ": " + file + " has no " + field);
        return value;
    }

    private static byte[] base64(String file, String text) {
        try {
            return Base64.getMimeDecoder().decode(text);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(KEY + ": client_secret in " + file + " is not base64", malformed);
        }
    }

    @Override
    public String toString() {
        return "DataPlaneIdentity[tenantId=" + tenantId + ", clientId=" + clientId + "]";
    }
}

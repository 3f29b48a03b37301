package io.azureccm.common.arm;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A user-assigned identity whose certificate (PKCS#12 in base64, no password) stands in a file that somebody renews; the file
 * is read again before each token and a changed one takes effect at once.
 */
final class MsiDataPlaneCredential implements TokenCredential {
    private final Path file;
    private final Function<Identity, TokenCredential> build;
    private byte[] seen = new byte[0];
    private TokenCredential current;

    /** What the file says; authority is "" when it names none. */
    record Identity(String tenantId, String clientId, String authority, byte[] pkcs12) {
        InputStream certificate() {
            return new ByteArrayInputStream(pkcs12);
        }

        @Override
        public String toString() {
            return "Identity[tenantId=" + tenantId + ", clientId=" + clientId + "]";
        }
    }

    MsiDataPlaneCredential(Path file, Function<Identity, TokenCredential> build) {
        this.file = file;
        this.build = build;
    }

    @Override
    public Mono<AccessToken> getToken(TokenRequestContext request) {
        return Mono.fromCallable(() -> getTokenSync(request));
    }

    @Override
    public AccessToken getTokenSync(TokenRequestContext request) {
        return credential().getTokenSync(request);
    }

    private synchronized TokenCredential credential() {
        try {
            byte[] content = Files.readAllBytes(file);
            if (current == null || !Arrays.equals(content, seen)) {
                current = build.apply(parse(content));
                seen = content;
            }
            return current;
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("aadMSIDataPlaneIdentityPath: " + file + " cannot be read", unreadable);
        }
    }

    private Identity parse(byte[] content) {
        JsonNode json = ArmJson.read(content)
                .orElseThrow(
                        () -> new IllegalArgumentException("aadMSIDataPlaneIdentityPath: " + file + " is no JSON"));
        return new Identity(required(json, "tenant_id"), required(json, "client_id"),
                json.path("authentication_endpoint").asText(""), base64(required(json, "client_secret")));
    }

    private String required(JsonNode json, String field) {
        String value = json.path(field).asText("");
        if (value.isEmpty())
            throw new IllegalArgumentException("aadMSIDataPlaneIdentityPath: " + file + " has no " + field);
        return value;
    }

    private byte[] base64(String text) {
        try {
            return Base64.getMimeDecoder().decode(text);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException("aadMSIDataPlaneIdentityPath: client_secret in " + file
                    + " is no base64", malformed);
        }
    }
}

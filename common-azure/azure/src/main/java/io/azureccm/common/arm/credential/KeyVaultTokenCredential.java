package io.azureccm.common.arm.credential;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.http.ArmBodies;
import io.azureccm.common.config.identity.AuxiliaryTokenProvider;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import reactor.core.publisher.Mono;

/**
 * A token that another component stores in a Key Vault secret, as JSON {@code {access_token, expires_on}}: for networks in a
 * tenant for which a managed identity cannot request tokens. The vault's address is read from ARM once, its secret whenever a
 * token is needed.
 */
final class KeyVaultTokenCredential implements TokenCredential {
    private final AuxiliaryTokenProvider source;
    private final TokenCredential reader;
    private final KeyVaultReads reads;
    private String vaultUri = "";

    KeyVaultTokenCredential(AuxiliaryTokenProvider source, TokenCredential reader, KeyVaultReads reads) {
        this.source = source;
        this.reader = reader;
        this.reads = reads;
    }

    @Override
    public Mono<AccessToken> getToken(TokenRequestContext request) {
        return Mono.fromCallable(() -> getTokenSync(request));
    }

    @Override
    public synchronized AccessToken getTokenSync(TokenRequestContext request) {
        if (vaultUri.isEmpty()) {
            vaultUri = reads.vault(source, reader).path("properties").path("vaultUri").asText("");
            if (vaultUri.isEmpty())
                throw wrong("its vault has no vaultUri");
        }
        String value = reads.secret(source, vaultUri, reader).path("value").asText("");
        JsonNode token = ArmBodies.read(value.getBytes(StandardCharsets.UTF_8))
                .filter(JsonNode::isObject)
                .orElseThrow(() -> wrong("it is not a JSON object"));
        String access = token.path("access_token").asText("");
        if (access.isEmpty())
            throw wrong("it has no access_token");
        return new AccessToken(access, expiry(token.path("expires_on").asText("")));
    }

    /** A date in RFC 3339 format, or seconds since 1970. */
    private OffsetDateTime expiry(String text) {
        try {
            return text.matches("\\d{1,12}")
                    ? Instant.ofEpochSecond(Long.parseLong(text)).atOffset(ZoneOffset.UTC)
                    : OffsetDateTime.parse(text);
        } catch (DateTimeException malformed) {
            throw wrong("its expires_on is not a date");
        }
    }

    private IllegalStateException wrong(String what) {
        return new IllegalStateException("auxiliaryTokenProvider: the secret " + source.secretName() + " of vault "
                + source.vaultName() + " cannot be used: " + what);
    }
}

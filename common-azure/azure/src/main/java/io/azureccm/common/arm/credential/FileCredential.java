package io.azureccm.common.arm.credential;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A credential from a file that is renewed at runtime: read before each token request, so that changes take effect at once. */
public final class FileCredential implements TokenCredential {
    private final String key;
    private final Path file;
    private final Function<byte[], TokenCredential> build;
    private byte[] seen = new byte[0];
    private TokenCredential current;

    /** {@code key} names the file in messages. */
    public FileCredential(String key, Path file, Function<byte[], TokenCredential> build) {
        this.key = key;
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
                current = build.apply(content);
                seen = content;
            }
            return current;
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(key + ": " + file + " cannot be read", unreadable);
        }
    }
}

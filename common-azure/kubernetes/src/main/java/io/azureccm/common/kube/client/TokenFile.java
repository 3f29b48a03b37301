package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A bearer token in a file that is replaced before the token expires: checked for each request, at most once a second. A file
 * that is temporarily missing or empty changes nothing.
 */
final class TokenFile implements OAuthTokenProvider {
    private static final long CHECK_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final String key;
    private final Path file;
    private final LongSupplier nanoTime;
    private String token;
    private long readAt;

    /** {@code key} names the file in messages. Throws {@link KubeConfigException} if the file contains no token now. */
    TokenFile(String key, Path file, LongSupplier nanoTime) {
        this.key = key;
        this.file = file;
        this.nanoTime = nanoTime;
        this.token = "";
        read();
    }

    @Override
    public synchronized String getToken() {
        if (nanoTime.getAsLong() - readAt >= CHECK_INTERVAL) {
            read();
        }
        return token;
    }

    private void read() {
        readAt = nanoTime.getAsLong();
        try {
            String now = Files.readString(file).strip();
            if (!now.isEmpty()) {
                token = now;
            }
        } catch (IOException unreadable) {
            if (token.isEmpty())
                throw new KubeConfigException("cannot read the " + key + " " + file, unreadable);
        }
        if (token.isEmpty())
            throw new KubeConfigException("the " + key + " " + file + " is empty");
    }
}

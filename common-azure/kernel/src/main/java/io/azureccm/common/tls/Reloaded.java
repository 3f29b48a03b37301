package io.azureccm.common.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys or CAs from content that may be replaced at runtime: it is read when they are used, at most once in an interval. Content that cannot be
 * used, or does not belong together, changes nothing and is logged once. Thread-safe.
 */
public final class Reloaded<C, T> {
    private static final Logger LOG = LoggerFactory.getLogger(Reloaded.class);

    /** Reads the content, which is equal to that of before if it says the same. */
    public interface Content<C> {
        C read() throws IOException;
    }

    /** Makes what is used of the content. */
    public interface Use<C, T> {
        T of(C content) throws GeneralSecurityException, IOException;
    }

    /** A certificate and its key, as PEM. */
    public record KeyPair(String certificate, String key) {
        public static KeyPair read(Path certificate, Path key) throws IOException {
            return new KeyPair(Files.readString(certificate, StandardCharsets.ISO_8859_1),
                    Files.readString(key, StandardCharsets.ISO_8859_1));
        }

        /** Without the key, which is secret. */
        @Override
        public String toString() {
            return certificate;
        }
    }

    private record Failure<C>(C content, String reason) {}

    private final String what;
    private final Content<C> content;
    private final Use<C, T> use;
    private final Duration interval;
    private final LongSupplier nanoTime;
    private C used;
    private T current;
    private Failure<C> failure;
    private long checkedAt;

    /** Reads the content now; throws if it cannot be used. {@code what} names it in messages. */
    public Reloaded(String what, Content<C> content, Use<C, T> use, Duration interval, LongSupplier nanoTime)
            throws GeneralSecurityException, IOException {
        this.what = what;
        this.content = content;
        this.use = use;
        this.interval = interval;
        this.nanoTime = nanoTime;
        this.checkedAt = nanoTime.getAsLong();
        this.used = content.read();
        this.current = use.of(used);
    }

    /** By the content of now, if it can be used. */
    public synchronized T get() {
        if (nanoTime.getAsLong() - checkedAt >= interval.toNanos()) {
            checkedAt = nanoTime.getAsLong();
            reload();
        }
        return current;
    }

    /** What {@link #get} has returned. */
    public synchronized T last() {
        return current;
    }

    private void reload() {
        C read = null;
        try {
            read = content.read();
            if (!read.equals(used)) {
                current = use.of(read);
                used = read;
                LOG.info("{} has changed and is in use", what);
            } else if (failure != null) {
                LOG.info("{} can be used again", what);
            }
            failure = null;
        } catch (IOException | GeneralSecurityException | RuntimeException unusable) {
            Failure<C> now = new Failure<>(read, reason(unusable));
            if (!now.equals(failure))
                LOG.warn("{} cannot be used: {}; the previous one stays in use", what, now.reason());
            failure = now;
        }
    }

    private static String reason(Exception unusable) {
        return unusable instanceof FileSystemException file
                ? file.getFile() + (file instanceof NoSuchFileException ? " does not exist" : " cannot be read")
                : Optional.ofNullable(unusable.getMessage()).orElse(unusable.getClass().getSimpleName());
    }
}

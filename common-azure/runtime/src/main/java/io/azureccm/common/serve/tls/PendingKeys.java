package io.azureccm.common.serve.tls;

import io.azureccm.common.tls.CurrentKeys;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedKeyManager;

/** Keys that are generated in the background: a handshake that comes earlier waits for them. */
public final class PendingKeys extends CurrentKeys {
    private final CompletableFuture<X509ExtendedKeyManager> made = new CompletableFuture<>();

    /** Starts generating at once; an exception of the generator is thrown by each handshake. */
    public PendingKeys(Supplier<X509ExtendedKeyManager> maker) {
        Thread.ofPlatform().daemon().name("port-keys").start(() -> {
            try {
                made.complete(maker.get());
            } catch (RuntimeException | Error failed) {
                made.completeExceptionally(failed);
            }
        });
    }

    @Override
    protected X509ExtendedKeyManager current() {
        return made.join();
    }
}

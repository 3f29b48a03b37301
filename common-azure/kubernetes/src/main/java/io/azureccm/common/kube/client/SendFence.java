package io.azureccm.common.kube.client;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A tag of a write that only a leader may send. It is asked each time the write would go out: a wait for a token of the rate
 * limit, or a request that is sent again, may outlast the leadership of the process.
 */
final class SendFence {
    private final Supplier<Optional<String>> fence;
    private final CompletableFuture<Void> refused = new CompletableFuture<>();

    SendFence(Supplier<Optional<String>> fence) {
        this.fence = fence;
    }

    /** Throws {@link WriteRefused} if the write must not be sent now. */
    void check() {
        fence.get().map(WriteRefused::new).ifPresent(refusal -> {
            refused.completeExceptionally(refusal);
            throw refusal;
        });
    }

    /** Ends the call if it is refused later: nobody else hears of an exception before a retry. */
    void guard(CompletableFuture<?> call) {
        refused.exceptionally(refusal -> {
            call.completeExceptionally(refusal);
            return null;
        });
    }
}

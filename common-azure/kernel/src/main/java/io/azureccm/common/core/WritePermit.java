package io.azureccm.common.core;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Whether the current write may still be sent: checked immediately before each request, regardless of how long budget,
 * retries or tokens took. It belongs to the writing thread and to the threads that make the call for it.
 */
public final class WritePermit {
    /** Code of a write that was not sent because it was no longer allowed. */
    public static final String REFUSED = "WriteNotAllowed";

    private static final ScopedValue<Supplier<Optional<String>>> ASKED = ScopedValue.newInstance();

    private WritePermit() {}

    /** Runs a write; {@code refusal} is checked before each of its requests and says why the request may not be sent. */
    public static <T> T during(Supplier<Optional<String>> refusal, Supplier<T> write) {
        return ScopedValue.where(ASKED, refusal).call(write::get);
    }

    /** Why nothing may be sent now; empty if it may, and for calls that are not part of a plan. */
    public static Optional<String> refusal() {
        return ASKED.isBound() ? ASKED.get().get() : Optional.empty();
    }

    /** The same work with the permit of the current thread, to be run on another one. */
    public static <T> Callable<T> handedOn(Supplier<T> work) {
        if (!ASKED.isBound())
            return work::get;
        Supplier<Optional<String>> refusal = ASKED.get();
        return () -> during(refusal, work);
    }
}

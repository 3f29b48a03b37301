package io.azureccm.common.exec;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Creates spans for reads, writes and audits; ARM calls inside a span belong to it, on every thread that receives their
 * reason.
 */
public interface WorkSpans {
    /** Creates no spans. */
    WorkSpans NONE = new WorkSpans() {
        @Override
        public <T> T within(String name, Function<Notes, T> work) {
            return work.apply(Notes.NONE);
        }
    };

    /** Attributes of a span, added while its work runs. */
    @FunctionalInterface
    interface Notes {
        Notes NONE = (key, value) -> {};

        void note(String key, String value);
    }

    /** Does the work in a child span of the thread's current span, or in a new trace; {@code name} is one of a few. */
    <T> T within(String name, Function<Notes, T> work);

    /** The same for work without a result. */
    default void run(String name, Consumer<Notes> work) {
        within(name, notes -> {
            work.accept(notes);
            return null;
        });
    }
}

package io.azureccm.common.exec;

import java.util.function.Consumer;
import java.util.function.Function;

/** Makes spans of reads, writes and audits; calls to ARM inside of one belong to it, on every thread that is handed their reason. */
public interface WorkSpans {
    /** Makes none. */
    WorkSpans NONE = new WorkSpans() {
        @Override
        public <T> T within(String name, Function<Notes, T> work) {
            return work.apply(Notes.NONE);
        }
    };

    /** What a span says of its work, added while it runs. */
    @FunctionalInterface
    interface Notes {
        Notes NONE = (key, value) -> {};

        void note(String key, String value);
    }

    /** Does the work in a span below that of the thread's work, or in a new trace; {@code name} is one of a few. */
    <T> T within(String name, Function<Notes, T> work);

    /** The same for work without a result. */
    default void run(String name, Consumer<Notes> work) {
        within(name, notes -> {
            work.accept(notes);
            return null;
        });
    }
}

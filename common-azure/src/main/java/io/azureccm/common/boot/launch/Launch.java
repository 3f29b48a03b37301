package io.azureccm.common.boot.launch;

import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;

/** What became of starting an app. */
public sealed interface Launch {
    /** It runs; closing the context ends it in order. */
    record Running(ConfigurableApplicationContext context) implements Launch {}

    /** It ended before it began: help was asked for (code 0), or it cannot run like this (code 1, one line per problem). */
    record Ended(int code, List<String> lines) implements Launch {
        public Ended {
            lines = List.copyOf(lines);
        }
    }
}

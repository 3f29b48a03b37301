package io.azureccm.common.boot.launch;

import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;

/** The result of starting an app. */
public sealed interface Launch {
    /** The app runs; closing the context stops it in order. */
    record Running(ConfigurableApplicationContext context) implements Launch {}

    /** The app did not start: help was requested (code 0), or there are problems (code 1, one line per problem). */
    record Ended(int code, List<String> lines) implements Launch {
        public Ended {
            lines = List.copyOf(lines);
        }
    }
}

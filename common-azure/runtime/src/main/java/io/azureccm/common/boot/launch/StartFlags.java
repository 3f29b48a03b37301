package io.azureccm.common.boot.launch;

import java.util.List;

/** The command line of the process, as it was given. */
public record StartFlags(List<String> args) {
    public StartFlags {
        args = List.copyOf(args);
    }
}

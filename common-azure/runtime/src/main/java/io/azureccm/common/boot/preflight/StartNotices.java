package io.azureccm.common.boot.preflight;

import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;
import org.slf4j.Logger;

/** Logs notices about flags and config, each at the appropriate level. */
public final class StartNotices {
    private StartNotices() {}

    public static void log(Logger log, List<ConfigProblem> notices) {
        for (ConfigProblem notice : notices) {
            switch (notice.severity()) {
                case ERROR -> log.error("{}", notice.text());
                case WARNING -> log.warn("{}", notice.text());
                case INFO -> log.info("{}", notice.text());
            }
        }
    }
}

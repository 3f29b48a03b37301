package io.azureccm.common.boot.preflight;

import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;
import org.slf4j.Logger;

/** Logs what there is to say about flags and config, each at the level it deserves. */
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

package io.azureccm.common.boot;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.CloudConfigException;
import io.azureccm.common.config.ConfigProblem;
import io.azureccm.common.config.flags.ControllerOptions;
import io.azureccm.common.config.load.AppRequirements;
import io.azureccm.common.config.load.CloudConfigReload;
import io.azureccm.common.config.load.CloudConfigSource;
import io.azureccm.common.config.load.CloudConfigWatch;
import io.azureccm.common.observe.ControllerInfo;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cloud config in use: read when first asked for, since one in a Secret may not be there yet, and followed from then on if
 * {@code --enable-dynamic-reloading} says so.
 */
final class ConfigFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ConfigFollower.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration QUIET = Duration.ofSeconds(2);

    private final ControllerOptions options;
    private final CloudConfigSource source;
    private final Clock clock;
    private volatile CloudConfigReload reload;
    private CloudConfigWatch watch;

    ConfigFollower(ControllerOptions options, CloudConfigSource source, Clock clock) {
        this.options = options;
        this.source = source;
        this.clock = clock;
    }

    /** The config to use now; {@code changed} is called after each later change. Throws while there is none that can be used. */
    synchronized CloudConfig current(Runnable changed) {
        if (reload == null) {
            CloudConfigReload first = new CloudConfigReload(source, QUIET, clock);
            List<ConfigProblem> missing = AppRequirements.check(options.app(), first.current(), source.name());
            if (missing.stream().anyMatch(ConfigProblem::isError))
                throw new CloudConfigException(missing);
            StartNotices.log(log, first.status().problems());
            StartNotices.log(log, missing);
            reload = first;
            if (options.cloudConfig().dynamicReloading()) {
                reload.onChange(change -> {
                    StartNotices.log(log, change.notices());
                    changed.run();
                });
                watch = CloudConfigWatch.start(reload, INTERVAL, QUIET);
            }
        }
        return reload.current();
    }

    String source() {
        return source.name();
    }

    Optional<ControllerInfo.ConfigInUse> inUse() {
        CloudConfigReload now = reload;
        return now == null
                ? Optional.empty()
                : Optional.of(new ControllerInfo.ConfigInUse(now.current(), now.status()));
    }

    @Override
    public synchronized void close() {
        if (watch != null) {
            watch.close();
        }
    }
}

package io.azureccm.common.boot.azure;

import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.preflight.StartNotices;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.load.AppRequirements;
import io.azureccm.common.config.load.CloudConfigChange;
import io.azureccm.common.config.load.CloudConfigReload;
import io.azureccm.common.config.load.CloudConfigSource;
import io.azureccm.common.config.load.CloudConfigWatch;
import io.azureccm.common.config.load.ReloadStatus;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.observe.ControllerInfo;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cloud config in use. It is read on first use, since the Secret that holds it may not exist yet, and watched for changes
 * from then on if {@code --enable-dynamic-reloading} is set.
 */
public final class ConfigFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ConfigFollower.class);

    /** How often the sources are checked, and how long they must be unchanged before a change is applied. */
    public record Pace(Duration interval, Duration quiet) {
        public static final Pace DEFAULT = new Pace(Duration.ofSeconds(10), Duration.ofSeconds(2));
    }

    private final ControllerOptions options;
    private final CloudConfigSource source;
    private final CloudDefault cloud;
    private final Pace pace;
    private final Clock clock;
    private volatile CloudConfigReload reload;
    private volatile Dated usable;
    /** That of the loop that runs, which works on with it until the usable one can take over; null while there is none. */
    private volatile Dated taken;
    private volatile List<String> lacking = List.of();
    private CloudConfigWatch watch;

    private record Dated(CloudConfig config, Instant since) {}

    public ConfigFollower(ControllerOptions options, CloudConfigSource source, CloudDefault cloud, Pace pace,
            Clock clock) {
        this.cloud = cloud;
        this.options = options;
        this.source = source;
        this.pace = pace;
        this.clock = clock;
    }

    /** The current config; {@code changed} is called after each later change. Throws while there is no usable config. */
    public synchronized CloudConfig current(Runnable changed) {
        if (reload == null) {
            CloudConfigReload first = new CloudConfigReload(source, pace.quiet(), clock);
            List<ConfigProblem> missing = AppRequirements.check(options, first.current(), source.name());
            if (missing.stream().anyMatch(ConfigProblem::isError))
                throw new CloudConfigException(missing);
            StartNotices.log(log, first.status().problems());
            StartNotices.log(log, missing);
            reload = first;
            usable = dated(cloud.in(first.current(), source.name()));
            if (options.cloudConfig().dynamicReloading()) {
                reload.onChange(change -> take(change, changed));
                watch = CloudConfigWatch.start(reload, pace.interval(), pace.quiet());
            }
        }
        return usable.config();
    }

    /** What {@link #current} last returned or would return now, without reading anything. */
    public Optional<CloudConfig> usable() {
        return Optional.ofNullable(usable).map(Dated::config);
    }

    /** A loop runs with this config from now on. */
    void taken(CloudConfig config) {
        taken = dated(config);
    }

    /** No loop runs. */
    void released() {
        taken = null;
    }

    private Dated dated(CloudConfig config) {
        return new Dated(config, clock.instant());
    }

    /** Why the current content of the source is not in use; empty if it is. */
    Optional<String> rejected() {
        CloudConfigReload now = reload;
        if (now == null)
            return Optional.empty();
        List<String> errors = now.status().last() == ReloadStatus.Result.REJECTED
                ? Preflight.errors(now.status().problems())
                : lacking;
        return errors.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", errors));
    }

    private void take(CloudConfigChange change, Runnable changed) {
        List<ConfigProblem> missing = AppRequirements.check(options, change.after(), source.name());
        StartNotices.log(log, change.notices());
        StartNotices.log(log, missing);
        List<String> errors = Preflight.errors(missing);
        if (errors.isEmpty())
            usable = dated(cloud.in(change.after(), source.name()));
        // After that: an earlier problem is over only when it is known what takes its place.
        lacking = errors;
        if (!errors.isEmpty()) {
            log.error("The changed cloud config lacks what this app needs; the previous one stays in use");
            return;
        }
        changed.run();
    }

    public String source() {
        return source.name();
    }

    public Optional<ControllerInfo.ConfigInUse> inUse() {
        return Optional.ofNullable(taken)
                .or(() -> Optional.ofNullable(usable))
                .map(used -> new ControllerInfo.ConfigInUse(used.config(), reload.status(), used.since()));
    }

    @Override
    public synchronized void close() {
        if (watch != null) {
            watch.close();
        }
    }
}

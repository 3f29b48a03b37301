package io.azureccm.common.config.load;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.load.ReloadStatus.Result;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The config in use, and its reload. Each {@link #check} reads the sources. Contents that differ from those in use and have
 * not changed during the quiet time are parsed, and applied if they have no errors. Contents with errors are reported once
 * and change nothing.
 */
public final class CloudConfigReload {

    private static final Logger LOG = LoggerFactory.getLogger(CloudConfigReload.class);

    private final CloudConfigSource source;

    private final Duration quiet;

    private final InstantSource clock;

    private final List<Consumer<CloudConfigChange>> listeners = new CopyOnWriteArrayList<>();

    private volatile CloudConfig current;

    private volatile ReloadStatus status;

    private String settledFingerprint;

    private String pendingFingerprint;

    private Instant pendingSince;

    /**
     * Loads the current contents of the sources.
     *
     * @param quiet                 how long contents must be unchanged before they are applied, so that a partly written file
     *                              is not read
     *
     * @throws CloudConfigException if they have errors
     */
    public CloudConfigReload(CloudConfigSource source, Duration quiet, InstantSource clock) {
        this.source = source;
        this.quiet = quiet;
        this.clock = clock;
        LoadedCloudConfig first = source.load();
        this.current = first.parsed().orThrow();
        this.settledFingerprint = first.fingerprint();
        this.status = new ReloadStatus(0, 0, Result.INITIAL, clock.instant(), first.parsed().problems());
    }

    public CloudConfig current() {
        return current;
    }

    public ReloadStatus status() {
        return status;
    }

    /**
     * Registers a listener that is called after each change, in the thread that checks; an exception of one listener does not
     * stop the others.
     */
    public void onChange(Consumer<CloudConfigChange> listener) {
        listeners.add(listener);
    }

    /** Checks the sources; true if they are changing, so that they should be checked again after the quiet time. */
    public synchronized boolean check() {
        LoadedCloudConfig loaded = source.load();
        String seen = loaded.fingerprint();
        if (seen.equals(settledFingerprint)) {
            pendingFingerprint = null;
            return false;
        }
        Instant now = clock.instant();
        if (!seen.equals(pendingFingerprint)) {
            pendingFingerprint = seen;
            pendingSince = now;
        }
        if (now.isBefore(pendingSince.plus(quiet))) {
            return true;
        }
        pendingFingerprint = null;
        settledFingerprint = seen;
        settle(loaded.parsed(), now);
        return false;
    }

    private void settle(ParsedCloudConfig parsed, Instant now) {
        ReloadStatus before = status;
        switch (parsed) {
            case ParsedCloudConfig.Rejected rejected -> {
                status = new ReloadStatus(before.reloads(), before.rejections() + 1, Result.REJECTED, now,
                        rejected.problems());
                LOG.error("The changed cloud config is not applied; the previous one stays in use:\n{}",
                        lines(rejected.problems()));
            }
            case ParsedCloudConfig.Accepted accepted when accepted.config().equals(current) ->
                status = new ReloadStatus(before.reloads(), before.rejections(), Result.SAME, now, accepted.problems());
            case ParsedCloudConfig.Accepted accepted -> {
                CloudConfigChange change = new CloudConfigChange(before.reloads() + 1, current, accepted.config(),
                        accepted.problems());
                current = accepted.config();
                LOG.info("Cloud config of {} reloaded, change {}", source.name(), change.number());
                listeners.forEach(listener -> notifyListener(listener, change));
                // Last: an earlier rejection is over only when the listeners know what takes its place.
                status = new ReloadStatus(change.number(), before.rejections(), Result.RELOADED, now,
                        accepted.problems());
            }
        }
    }

    private static void notifyListener(Consumer<CloudConfigChange> listener, CloudConfigChange change) {
        try {
            listener.accept(change);
        } catch (RuntimeException e) {
            LOG.error("A component failed to apply change {} of the cloud config", change.number(), e);
        }
    }

    private static String lines(List<ConfigProblem> problems) {
        return problems.stream().map(ConfigProblem::text).collect(Collectors.joining("\n"));
    }
}

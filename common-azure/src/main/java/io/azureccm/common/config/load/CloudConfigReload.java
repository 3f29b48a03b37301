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
 * The config in use, and how it follows its sources. Each {@link #check} reads them; contents that differ from those in
 * use and have not changed for the quiet time are parsed, and taken over if they are free of errors. What has errors is
 * reported once and changes nothing.
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
     * Starts from what the sources say now.
     *
     * @param quiet how long contents must stay as they are before they count, so that a file is not read half written
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

    /** How messages name the main source. */
    public String source() {
        return source.name();
    }

    /** Calls the listener after each change, in the thread that checks; one that fails does not stop the others. */
    public void onChange(Consumer<CloudConfigChange> listener) {
        listeners.add(listener);
    }

    /** Looks at the sources; true if they are in motion, so that another look after the quiet time is worth it. */
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
                LOG.error("The changed cloud config is not taken over, the previous one stays in use:\n{}",
                        lines(rejected.problems()));
            }
            case ParsedCloudConfig.Accepted accepted when accepted.config().equals(current) ->
                status = new ReloadStatus(before.reloads(), before.rejections(), Result.SAME, now, accepted.problems());
            case ParsedCloudConfig.Accepted accepted -> {
                CloudConfigChange change = new CloudConfigChange(before.reloads() + 1, current, accepted.config(),
                        accepted.problems());
                current = accepted.config();
                status = new ReloadStatus(change.number(), before.rejections(), Result.RELOADED, now,
                        accepted.problems());
                LOG.info("Cloud config of {} reloaded, change {}", source.name(), change.number());
                listeners.forEach(listener -> tell(listener, change));
            }
        }
    }

    private static void tell(Consumer<CloudConfigChange> listener, CloudConfigChange change) {
        try {
            listener.accept(change);
        } catch (RuntimeException e) {
            LOG.error("A part of the program failed to follow change {} of the cloud config", change.number(), e);
        }
    }

    private static String lines(List<ConfigProblem> problems) {
        return problems.stream().map(ConfigProblem::text).collect(Collectors.joining("\n"));
    }
}

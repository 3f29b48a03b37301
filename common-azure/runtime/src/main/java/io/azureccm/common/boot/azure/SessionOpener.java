package io.azureccm.common.boot.azure;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.observe.ArmReachability;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the session that the current config describes; retries a failed attempt after growing pauses. */
public final class SessionOpener {
    private static final Logger log = LoggerFactory.getLogger(SessionOpener.class);

    private final ConfigFollower config;
    private final AzureConnector connector;
    private final ArmReachability reach;
    private final Clock clock;
    private final Runnable changed;
    private final Retry opening = new Retry(Duration.ofSeconds(1), Duration.ofSeconds(30));
    private AzureSession opened;
    private boolean disabledLogged;
    private volatile String rejectedChange;

    /** {@code changed} is called after each change of the config. */
    public SessionOpener(ConfigFollower config, AzureConnector connector, ArmReachability reach, Clock clock,
            Runnable changed) {
        this.config = config;
        this.connector = connector;
        this.reach = reach;
        this.clock = clock;
        this.changed = changed;
    }

    /** False also if another session was opened since: metrics, health and plans tell of the last one. */
    public boolean isCurrent(AzureSession session) {
        return opened == null && isForConfig(session);
    }

    private boolean isForConfig(AzureSession session) {
        return config.usable().filter(session.config()::equals).isPresent();
    }

    /** Opens a session unless one for the current config is already open. */
    public void tryOpen() throws InterruptedException {
        tryOpen(false);
    }

    /** The same while a previous session still works. */
    public void tryReplace() throws InterruptedException {
        tryOpen(true);
    }

    private void tryOpen(boolean inUse) throws InterruptedException {
        if (opened == null || !isForConfig(opened)) {
            opened = open(inUse);
        }
    }

    /** The session in use matches the current config: cancels attempts with any other config. */
    public void settled() {
        rejectedChange = null;
        opening.worked();
    }

    public boolean isOpen() {
        return opened != null;
    }

    /** Hands over the open session to the caller. */
    public AzureSession take() {
        AzureSession taken = opened;
        opened = null;
        config.taken(taken.config());
        return taken;
    }

    /** The session that was handed over is not used any more. */
    public void released() {
        config.released();
    }

    /** True while the config disables the controller: nothing is watched or written. */
    public boolean isDisabled() {
        return config.usable().filter(used -> used.loading().cloudProviderDisabled()).isPresent();
    }

    /** Why the changed config is not in use. */
    public Optional<String> rejectedChange() {
        return config.rejected().or(() -> Optional.ofNullable(rejectedChange));
    }

    /** Null while there is no usable config or the cloud is unknown. */
    private AzureSession open(boolean inUse) throws InterruptedException {
        if (!opening.isDue(clock.instant()))
            return null;
        try {
            CloudConfig current = config.current(changed);
            boolean off = current.loading().cloudProviderDisabled();
            if (off && !disabledLogged) {
                log.info("disableCloudProvider is set in {}: nothing is watched or written", config.source());
            }
            disabledLogged = off;
            if (off) {
                rejectedChange = null;
                return null;
            }
            AzureSession session = connector.open(current, config.source());
            opening.worked();
            rejectedChange = null;
            return session;
        } catch (RuntimeException unusable) {
            opening.failed(clock.instant());
            failed(String.join("; ", String.valueOf(unusable.getMessage()).lines().toList()), inUse);
            return null;
        }
    }

    private void failed(String problem, boolean inUse) {
        if (inUse) {
            rejectedChange = problem;
            log.warn("The changed cloud config cannot be used; the previous one stays in use: {}", problem);
        } else {
            reach.unusable(problem);
        }
    }
}

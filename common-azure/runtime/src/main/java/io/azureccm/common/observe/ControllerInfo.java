package io.azureccm.common.observe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.load.ReloadStatus;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/**
 * Shows at {@code /actuator/info} what runs here and with which config: keys that differ from their defaults, never secrets. {@code about} is
 * shown unchanged: names and modes that do not change at runtime.
 */
public record ControllerInfo(Map<String, Object> about,
        Supplier<Optional<ConfigInUse>> config) implements InfoContributor {
    /** The config in use, since when, and the results of reading; absent until it has been read. */
    public record ConfigInUse(CloudConfig config, ReloadStatus reload, Instant since) {}

    @Override
    public void contribute(Info.Builder info) {
        info.withDetail("controller", about);
        config.get().ifPresent(inUse -> {
            ReloadStatus reload = inUse.reload();
            info.withDetail("cloudConfig",
                    new Shown(CloudConfigRenderer.renderChanged(inUse.config()), reload.reloads(),
                            reload.rejections(), reload.last().name(), reload.at()));
        });
    }

    /** The redacted config and the results of reloading. */
    record Shown(ObjectNode keys, long reloads, long rejectedReloads, String lastRead, Instant at) {}
}

package io.azureccm.common.observe.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import io.azureccm.common.observe.ControllerInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The effective configuration of an app, at {@code /actuator/cloudconfig}: every key of the cloud config with its effective value, secrets
 * hidden; every setting with its value and source; the flags at start. {@code flags} is evaluated on request: formatting all of them would take a
 * tenth of a second of the start.
 */
@WebEndpoint(id = "cloudconfig")
public record CloudConfigEndpoint(String source, Supplier<Optional<ControllerInfo.ConfigInUse>> config,
        List<Setting> settings, Supplier<String> flags) {
    /** A setting with its effective value and its source, {@code default} if not set. */
    public record Setting(String name, Object value, String from) {}

    /** The cloud config: its source, since when it is in use, its content, and which of its keys differ from their defaults. */
    public record Config(String source, Instant since, long reloads, ObjectNode changed, ObjectNode all) {}

    /** {@code cloudConfig} is null until the config has been read. */
    public record Effective(Config cloudConfig, List<Setting> settings, String flags) {}

    public CloudConfigEndpoint {
        settings = List.copyOf(settings);
    }

    @ReadOperation
    public Effective effective() {
        return new Effective(config.get().map(this::shown).orElse(null), settings,
                flags.get());
    }

    private Config shown(ControllerInfo.ConfigInUse inUse) {
        return new Config(source, inUse.since(), inUse.reload().reloads(),
                CloudConfigRenderer.renderChanged(inUse.config()), CloudConfigRenderer.render(inUse.config()));
    }
}

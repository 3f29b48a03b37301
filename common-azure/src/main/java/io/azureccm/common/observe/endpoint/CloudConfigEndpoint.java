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
 * What an app works with, at {@code /actuator/cloudconfig}: every key of the cloud config with the value in effect, secrets hidden;
 * every setting with its value and where it is from; the flags it was started with.
 */
@WebEndpoint(id = "cloudconfig")
public final class CloudConfigEndpoint {
    /** A setting with the value in effect and where it was set, {@code default} if nowhere. */
    public record Setting(String name, Object value, String from) {}

    /** The cloud config: from where, since when, what it says, and which of its keys differ from their defaults. */
    public record Config(String source, Instant since, long reloads, ObjectNode changed, ObjectNode all) {}

    /** {@code cloudConfig} is null until the config could be read. */
    public record Effective(Config cloudConfig, List<Setting> settings, String flags) {}

    private final String source;
    private final Supplier<Optional<ControllerInfo.ConfigInUse>> config;
    private final List<Setting> settings;
    private final Supplier<String> flags;

    /** {@code flags} is asked when somebody looks: to write them all down costs a start a tenth of a second. */
    public CloudConfigEndpoint(String source, Supplier<Optional<ControllerInfo.ConfigInUse>> config,
            List<Setting> settings, Supplier<String> flags) {
        this.source = source;
        this.config = config;
        this.settings = List.copyOf(settings);
        this.flags = flags;
    }

    @ReadOperation
    public Effective effective() {
        return new Effective(config.get().map(this::shown).orElse(null), settings,
                flags.get());
    }

    private Config shown(ControllerInfo.ConfigInUse inUse) {
        return new Config(source, inUse.reload().at(), inUse.reload().reloads(),
                CloudConfigRenderer.renderChanged(inUse.config()), CloudConfigRenderer.render(inUse.config()));
    }
}

package io.azureccm.common.observe;

import io.azureccm.common.config.CloudConfig;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * What pages link to outside of an app: the cloud of the config in use, once it has been read, and other consoles by name, which are
 * verified against {@code trust}.
 */
public record ConsoleLinks(Supplier<Optional<CloudConfig>> config, Map<String, String> others, SSLContext trust) {}

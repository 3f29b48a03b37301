package io.azureccm.common.config.load;

import io.azureccm.common.config.parse.ParsedCloudConfig;
import java.util.Objects;

/**
 * What the sources say at one moment.
 *
 * @param source      file or secret, as messages name it
 * @param fingerprint equal for equal contents; says nothing about them
 */
public record LoadedCloudConfig(String source, ParsedCloudConfig parsed, String fingerprint) {

    public LoadedCloudConfig {
        Objects.requireNonNull(source);
        Objects.requireNonNull(parsed);
        Objects.requireNonNull(fingerprint);
    }
}

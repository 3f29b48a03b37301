package io.azureccm.common.config.options;

import java.util.Objects;

/**
 * Where the cloud config comes from; strings are empty when not set. A file wins over a secret as the main source.
 */
public record CloudConfigOptions(String file, String secretName, String secretNamespace, String secretKey,
        boolean dynamicReloading) {

    public CloudConfigOptions {
        Objects.requireNonNull(file);
        Objects.requireNonNull(secretName);
        Objects.requireNonNull(secretNamespace);
        Objects.requireNonNull(secretKey);
    }
}

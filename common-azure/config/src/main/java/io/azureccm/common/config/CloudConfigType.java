package io.azureccm.common.config;

import io.azureccm.common.config.value.ConfigText;

/** Which sources make up the cloud config, key {@code cloudConfigType}. */
public enum CloudConfigType implements ConfigText {

    /** Only the file. */
    FILE,

    /** Only the secret. */
    SECRET,

    /** The file with the keys of the secret merged over it, the default. */
    MERGE
}

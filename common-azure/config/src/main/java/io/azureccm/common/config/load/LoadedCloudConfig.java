package io.azureccm.common.config.load;

import io.azureccm.common.config.parse.ParsedCloudConfig;

/**
 * The contents of the sources at one moment.
 *
 * @param fingerprint equal for equal contents; reveals nothing about them
 */
public record LoadedCloudConfig(ParsedCloudConfig parsed, String fingerprint) {}

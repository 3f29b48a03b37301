package io.azureccm.common.config.options;

/** The source of the cloud config; strings are empty if not set. If both are set, the file is the main source. */
public record CloudConfigOptions(String file, String secretName, String secretNamespace, String secretKey,
        boolean dynamicReloading) {}

package io.azureccm.common.config;

import io.azureccm.common.config.value.ConfigText;

/** What nodes run on unless a node says otherwise, key {@code vmType}. */
public enum VmType implements ConfigText {

    /** Uniform scale sets, the default. */
    SCALE_SET("vmss"),

    /** Availability sets and standalone machines. */
    STANDARD("standard"),

    /** Scale sets in flexible orchestration mode. */
    SCALE_SET_FLEX("vmssflex");

    private final String text;

    VmType(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}

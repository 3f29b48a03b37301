package io.azureccm.common.config.value;

/** A configuration choice with its spelling in {@code azure.json}; spellings are matched ignoring case. */
public interface ConfigText {

    String text();
}

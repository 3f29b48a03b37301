package io.azureccm.common.config.value;

/** A configuration choice with the spelling it has in {@code azure.json}; spellings are matched without regard to case. */
public interface ConfigText {

    String text();
}

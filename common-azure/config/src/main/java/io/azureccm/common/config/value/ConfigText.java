package io.azureccm.common.config.value;

import java.util.Locale;

/** A constant of an enum that is a choice in {@code azure.json}; spellings are matched ignoring case. */
public interface ConfigText {

    String name();

    /** The spelling: the name in lower case without underscores, unless the constants have their own. */
    default String text() {
        return name().toLowerCase(Locale.ROOT).replace("_", "");
    }
}

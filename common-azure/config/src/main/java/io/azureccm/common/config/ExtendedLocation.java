package io.azureccm.common.config;

import java.util.Objects;

/** An edge zone; it is used only if name and type are both set. */
public record ExtendedLocation(String name, String type) {

    public static final ExtendedLocation NONE = new ExtendedLocation("", "");

    public ExtendedLocation {
        Objects.requireNonNull(name);
        Objects.requireNonNull(type);
    }

    public boolean isSet() {
        return !name.isEmpty() && !type.isEmpty();
    }
}

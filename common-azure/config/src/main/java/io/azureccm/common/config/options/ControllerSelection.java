package io.azureccm.common.config.options;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The controllers that {@code --controllers} enables: {@code *} stands for all, a name enables one, a name after a dash
 * disables one. Names take precedence over the star, and earlier entries over later ones.
 */
public record ControllerSelection(Set<ControllerName> enabled) {

    /** All controllers. */
    public static final ControllerSelection ALL = new ControllerSelection(EnumSet.allOf(ControllerName.class));

    public ControllerSelection {
        enabled = Set.copyOf(enabled);
    }

    public static ControllerSelection of(List<String> entries) {
        Set<ControllerName> enabled = EnumSet.noneOf(ControllerName.class);
        for (ControllerName name : ControllerName.values()) {
            if (selects(entries, name)) {
                enabled.add(name);
            }
        }
        return new ControllerSelection(enabled);
    }

    private static boolean selects(List<String> entries, ControllerName name) {
        for (String entry : entries) {
            boolean off = entry.startsWith("-");
            if (ControllerName.find(off ? entry.substring(1) : entry).filter(name::equals).isPresent()) {
                return !off;
            }
        }
        return entries.contains("*");
    }

    public boolean includes(ControllerName name) {
        return enabled.contains(name);
    }
}

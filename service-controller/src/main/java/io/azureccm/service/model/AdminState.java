package io.azureccm.service.model;

import java.util.Arrays;

/** Who decides whether a member of a pool gets new connections: its probe, or somebody who says always or never. */
public enum AdminState {
    NONE("None"), UP("Up"), DOWN("Down");

    private final String word;

    AdminState(String word) {
        this.word = word;
    }

    /** As Azure writes it; what Azure does not show or nobody knows is {@link #NONE}, but for its old word for {@link #DOWN}. */
    static AdminState of(String word) {
        if (word.equalsIgnoreCase("Drain"))
            return DOWN;
        return Arrays.stream(values()).filter(each -> each.word.equalsIgnoreCase(word)).findFirst().orElse(NONE);
    }

    public String word() {
        return word;
    }
}

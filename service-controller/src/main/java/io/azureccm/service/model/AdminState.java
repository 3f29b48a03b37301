package io.azureccm.service.model;

import java.util.Arrays;

/** Whether a pool member gets new connections: as its probe decides, always, or never. */
public enum AdminState {
    NONE("None"), UP("Up"), DOWN("Down");

    private final String word;

    AdminState(String word) {
        this.word = word;
    }

    /** Azure's spelling; a missing or unknown state is {@link #NONE}, except for an old word for {@link #DOWN}. */
    static AdminState of(String word) {
        if (word.equalsIgnoreCase("Drain"))
            return DOWN;
        return Arrays.stream(values()).filter(each -> each.word.equalsIgnoreCase(word)).findFirst().orElse(NONE);
    }

    public String word() {
        return word;
    }
}

package io.azureccm.e2e.cluster.patch;

/** A patch that is malformed (400) or does not apply to the object (422). */
public final class PatchRefused extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final boolean malformed;

    private PatchRefused(boolean malformed, String message) {
        super(message);
        this.malformed = malformed;
    }

    public static PatchRefused malformed(String message) {
        return new PatchRefused(true, message);
    }

    public static PatchRefused doesNotFit(String message) {
        return new PatchRefused(false, message);
    }

    public boolean isMalformed() {
        return malformed;
    }
}

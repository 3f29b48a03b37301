package io.azureccm.common.core.preview;

/** How near a plan comes to a limit of Azure: so many {@code counted} things of a resource before and after it, of {@code most}. */
public record LimitUse(String resource, String counted, int before, int after, int most) {
    /** Azure would refuse the write: it makes more than there may be. */
    public boolean isExceeded() {
        return after > most && after > before;
    }

    /** At least four fifths of what may be are there after it, and it does not make them fewer. */
    public boolean isNear() {
        return after * 5L >= most * 4L && after >= before;
    }

    /** {@code loadBalancers/kubernetes rules 1244 of 1500}: where the plan leads to. */
    String left() {
        return resource + " " + counted + " " + after + " of " + most;
    }

    @Override
    public String toString() {
        return resource + ": " + counted + " " + before + " -> " + after + " of " + most
                + (isExceeded() ? ", which Azure refuses" : "");
    }
}

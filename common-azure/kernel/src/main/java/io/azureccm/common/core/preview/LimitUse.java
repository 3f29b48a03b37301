package io.azureccm.common.core.preview;

/**
 * How near a plan comes to an Azure limit: the number of {@code counted} items of a resource before and after it, of at most
 * {@code most}.
 */
public record LimitUse(String resource, String counted, int before, int after, int most) {
    /** Azure would refuse the write: it adds items beyond the limit. */
    public boolean isExceeded() {
        return after > most && after > before;
    }

    /** At least four fifths of the limit are used afterwards, and the write does not reduce the number. */
    public boolean isNear() {
        return after * 5L >= most * 4L && after >= before;
    }

    /** {@code loadBalancers/kubernetes rules 1244 of 1500}: the number after the plan. */
    String left() {
        return resource + " " + counted + " " + after + " of " + most;
    }

    @Override
    public String toString() {
        return resource + ": " + counted + " " + before + " -> " + after + " of " + most
                + (isExceeded() ? ", which Azure refuses" : "");
    }
}

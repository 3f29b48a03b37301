package io.azureccm.common.core.preview;

/**
 * How near a plan comes to an Azure limit: the number of {@code counted} items of a resource before and after it, of at most
 * {@code max}.
 */
public record LimitUse(String resource, String counted, int before, int after, int max) {
    /** Azure would refuse the write: it adds items beyond the limit. */
    public boolean isExceeded() {
        return after > max && after > before;
    }

    /** At least four fifths of the limit are used afterwards, and the write does not reduce the number. */
    public boolean isNear() {
        return after * 5L >= max * 4L && after >= before;
    }

    /** {@code loadBalancers/kubernetes rules 1244 of 1500}: the number after the plan. */
    String left() {
        return resource + " " + counted + " " + after + " of " + max;
    }

    @Override
    public String toString() {
        return resource + ": " + counted + " " + before + " -> " + after + " of " + max
                + (isExceeded() ? ", which Azure refuses" : "");
    }
}

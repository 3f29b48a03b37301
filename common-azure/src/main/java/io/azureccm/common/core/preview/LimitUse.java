package io.azureccm.common.core.preview;

/** How near a plan comes to a limit of Azure: so many {@code counted} things of a resource before and after it, of {@code most}. */
public record LimitUse(String resource, String counted, int before, int after, int most) {
    @Override
    public String toString() {
        return resource + ": " + counted + " " + before + " -> " + after + " of " + most;
    }
}

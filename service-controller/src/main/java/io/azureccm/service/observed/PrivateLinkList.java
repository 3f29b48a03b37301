package io.azureccm.service.observed;

import io.azureccm.service.model.PrivateLink;
import java.util.List;
import java.util.Optional;

/**
 * The private link services of one resource group that can be read, and why the others, or all of them, cannot be, which affects only the
 * Services that request one.
 */
public record PrivateLinkList(List<PrivateLink> services, Optional<String> problem) {
    public static final PrivateLinkList NONE = new PrivateLinkList(List.of(), Optional.empty());

    public PrivateLinkList {
        services = List.copyOf(services);
    }
}

package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.PrivateLink;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The private link services of one resource group that can be read, and why the others, or all of them, cannot be, which affects only the
 * Services that request one; {@code unreadable}: the others, if they are known.
 */
public record PrivateLinkList(List<PrivateLink> services, Optional<String> problem, Set<ArmId> unreadable) {
    public static final PrivateLinkList NONE = new PrivateLinkList(List.of(), Optional.empty());

    public PrivateLinkList {
        services = List.copyOf(services);
        unreadable = Set.copyOf(unreadable);
    }

    public PrivateLinkList(List<PrivateLink> services, Optional<String> problem) {
        this(services, problem, Set.of());
    }
}

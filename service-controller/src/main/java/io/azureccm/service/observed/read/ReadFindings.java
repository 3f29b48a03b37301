package io.azureccm.service.observed.read;

import io.azureccm.common.core.ArmId;
import java.util.Map;
import java.util.Set;

/**
 * What a read of Azure, or putting together what is known, taught besides the responses: what is to be read again when the next refresh begins;
 * why resource groups with public IPs cannot be read; collections of private link services to read from now on, those that are empty and
 * need not be read, and why some of them, subnets or the zones cannot be; and whether the one of the cluster's group was read.
 */
public record ReadFindings(Set<ArmId> atNextRefresh, Map<String, String> unreadableGroups, Set<ArmId> privateLinks,
        Set<ArmId> noPrivateLinks, Map<ArmId, String> problems, boolean isOwnGroupListed) {
    public static final ReadFindings NOTHING = new ReadFindings(Set.of(), Map.of(), Set.of(), Set.of(), Map.of(),
            false);

    public ReadFindings {
        atNextRefresh = Set.copyOf(atNextRefresh);
        unreadableGroups = Map.copyOf(unreadableGroups);
        privateLinks = Set.copyOf(privateLinks);
        noPrivateLinks = Set.copyOf(noPrivateLinks);
        problems = Map.copyOf(problems);
    }

    /** The same without what need not be read any more: a later write may have shown that it does. */
    ReadFindings added() {
        return new ReadFindings(atNextRefresh, unreadableGroups, privateLinks, Set.of(), problems,
                isOwnGroupListed);
    }

    boolean isNothing() {
        return equals(NOTHING);
    }
}

package io.azureccm.common.core.tenant;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a Service may do that concerns Services of other namespaces, or resources that belong to nobody in the cluster. {@code
 * resourceGroups}: those that annotations may name, in lower case; empty for any. {@code refusedGetPublicIp}: a new Service that is refused
 * gets its public IP nevertheless. Pure.
 */
public record TenantPolicy(AdditionalAddresses additionalAddresses, Sharing sharing,
        Optional<Set<String>> resourceGroups, boolean refusedGetPublicIp) {
    /** Everything that the Go controllers allow, except what belongs to somebody else. */
    public static final TenantPolicy DEFAULT = new TenantPolicy(AdditionalAddresses.CHECKED, Sharing.ANYWHERE,
            Optional.empty(), true);

    /** Which addresses a Service may add to its status and its security rules. */
    public enum AdditionalAddresses {
        /** Any, as in the Go controllers. */
        ANY,
        /** Addresses that are not known to belong to somebody else and that may be public. */
        CHECKED,
        /** None: the annotation is refused. */
        NONE
    }

    /** Which namespaces may share an address: any, or only one and the same, and those that are trusted among each other. */
    public record Sharing(boolean anywhere, Set<String> trusted) {
        public static final Sharing ANYWHERE = new Sharing(true, Set.of());

        public Sharing {
            trusted = Set.copyOf(trusted);
        }
    }

    public TenantPolicy {
        resourceGroups = resourceGroups.map(TenantPolicy::folded);
    }

    private static Set<String> folded(Collection<String> groups) {
        return groups.stream().map(group -> group.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether Services of these two namespaces may share an address. */
    public boolean mayShare(String namespace, String other) {
        return sharing.anywhere() || namespace.equals(other)
                || sharing.trusted().contains(namespace) && sharing.trusted().contains(other);
    }

    /** Whether an annotation may name this resource group. */
    public boolean mayName(String resourceGroup) {
        return resourceGroups.map(groups -> groups.contains(resourceGroup.toLowerCase(Locale.ROOT))).orElse(true);
    }
}

package io.azureccm.service.spec;

import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What one Service asks for, parsed once. {@code wanted} is false if everything it has in Azure is to be removed. {@code mistake} is the
 * first part that could not be understood, and {@code notices} are further hints for the user. The names of all its resources in Azure
 * begin with {@code baseName}, which is derived from the UID. {@code subject} is its key as text.
 */
public record ServiceSpec(ServiceKey key, String uid, Age age, boolean wanted, AddressSpec address,
        TrafficSpec traffic,
        AccessSpec access, PrivateLinkSpec privateLink, PlacementSpec placement, Optional<Stop> mistake,
        List<Notice> notices, String baseName, String subject) {
    /** The order in which Services get exclusive resources: older first, then by name. */
    public static final Comparator<ServiceSpec> BY_AGE = Comparator.comparing(ServiceSpec::age)
            .thenComparing(ServiceSpec::key);

    /** The parts of a Service in the order in which they are programmed. */
    public enum Stage {
        ADDRESS, TRAFFIC, ACCESS, PRIVATE_LINK
    }

    /** The first part that cannot be planned, and why: earlier parts are planned, later parts stay unchanged in Azure. */
    public record Stop(Stage stage, Refusal refusal) {
        /** Whether the given part is not planned because of this stop. */
        public boolean covers(Stage part) {
            return stage.compareTo(part) <= 0;
        }
    }

    public ServiceSpec(ServiceKey key, String uid, Age age, boolean wanted, AddressSpec address, TrafficSpec traffic,
            AccessSpec access, PrivateLinkSpec privateLink, PlacementSpec placement, Optional<Stop> mistake,
            List<Notice> notices) {
        this(key, uid, age, wanted, address, traffic, access, privateLink, placement, mistake, notices,
                Ownership.baseName(uid), key.toString());
    }

    /** The spec after the Service was deleted from the cluster: everything that it has in Azure is to be removed. */
    public ServiceSpec gone() {
        return new ServiceSpec(key, uid, age, false, address, traffic, access, privateLink, placement,
                Optional.empty(), List.of());
    }

    /** Whether a Service of this name, {@code namespace/name}, is in the same namespace: its name may be shown to the same users. */
    public boolean isInNamespaceOf(String other) {
        return other.toLowerCase(Locale.ROOT).startsWith(key.namespace().toLowerCase(Locale.ROOT) + "/");
    }
}

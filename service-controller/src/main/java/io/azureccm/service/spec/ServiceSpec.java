package io.azureccm.service.spec;

import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What one Service asks for, parsed once and typed. {@code wanted} is false when everything it has in Azure is to go. What its user
 * got wrong is part of it: {@code mistake} is the first part that could not be understood, and {@code notices} are what the user
 * should know besides. With {@code baseName} begin the names of all that it has in Azure; it follows from the UID.
 */
public record ServiceSpec(ServiceKey key, String uid, Age age, boolean wanted, AddressSpec address,
        TrafficSpec traffic,
        AccessSpec access, PrivateLinkSpec privateLink, PlacementSpec placement, Optional<Stop> mistake,
        List<Notice> notices, String baseName) {
    /** The order in which Services get what there is only once: older first, then by name. */
    public static final Comparator<ServiceSpec> BY_AGE = Comparator.comparing(ServiceSpec::age)
            .thenComparing(ServiceSpec::key);

    /** The parts of a Service in the order in which they are programmed. */
    public enum Stage {
        ADDRESS, TRAFFIC, ACCESS, PRIVATE_LINK
    }

    /** The first part that cannot be planned, and why: what comes before it is, what comes after stays as it is in Azure. */
    public record Stop(Stage stage, Refusal refusal) {
        /** Whether the given part is not planned because of it. */
        public boolean covers(Stage part) {
            return stage.compareTo(part) <= 0;
        }
    }

    public ServiceSpec {
        notices = List.copyOf(notices);
    }

    public ServiceSpec(ServiceKey key, String uid, Age age, boolean wanted, AddressSpec address, TrafficSpec traffic,
            AccessSpec access, PrivateLinkSpec privateLink, PlacementSpec placement, Optional<Stop> mistake,
            List<Notice> notices) {
        this(key, uid, age, wanted, address, traffic, access, privateLink, placement, mistake, notices,
                Ownership.baseName(uid));
    }

    /** What is left of it once the Service is not in the cluster any more: everything that it has in Azure is to go. */
    public ServiceSpec gone() {
        return new ServiceSpec(key, uid, age, false, address, traffic, access, privateLink, placement,
                Optional.empty(), List.of());
    }

    public String subject() {
        return key.toString();
    }
}

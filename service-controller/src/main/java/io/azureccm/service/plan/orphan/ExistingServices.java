package io.azureccm.service.plan.orphan;

import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The possible owners of resources: every Service of the cluster, whatever its state, and deleted ones that ordinary plans still clean up.
 */
public final class ExistingServices {
    /** The state of an owner. */
    enum OwnerState {
        /** It is in the cluster. */
        PRESENT,
        /** It is deleted, and ordinary plans clean it up. */
        LEAVING,
        /** It is unknown. */
        UNKNOWN
    }

    private final Set<String> presentBases = new HashSet<>();
    private final Set<String> presentNames = new HashSet<>();
    private final Set<String> leavingBases = new HashSet<>();
    private final Set<String> leavingNames = new HashSet<>();

    /** {@code present}: all Services of the cluster, by UID; {@code planned}: those that plans are made for. */
    public ExistingServices(Map<String, ServiceKey> present, Collection<ServiceSpec> planned) {
        present.forEach((uid, key) -> {
            presentBases.add(ServiceNames.base(uid));
            presentNames.add(fold(key.toString()));
        });
        planned.forEach(service -> {
            leavingBases.add(service.baseName());
            leavingNames.add(fold(service.subject()));
        });
    }

    OwnerState ofElement(String name) {
        return plannedService(ServiceNames.baseOf(name), presentBases, leavingBases);
    }

    /** {@code subject}: {@code namespace/name}. */
    OwnerState ofSubject(String subject) {
        return plannedService(fold(subject), presentNames, leavingNames);
    }

    private static OwnerState plannedService(String key, Set<String> present, Set<String> leaving) {
        if (present.contains(key))
            return OwnerState.PRESENT;
        return leaving.contains(key) ? OwnerState.LEAVING : OwnerState.UNKNOWN;
    }

    private static String fold(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}

package io.azureccm.service.plan.orphan;

import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

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

    private final Map<String, OwnerState> byBase = new HashMap<>();
    private final Map<String, OwnerState> bySubject = new HashMap<>();

    /** {@code present}: all Services of the cluster, by UID; {@code planned}: those that plans are made for. */
    public ExistingServices(Map<String, ServiceKey> present, Collection<ServiceSpec> planned) {
        planned.forEach(service -> {
            byBase.put(service.baseName(), OwnerState.LEAVING);
            bySubject.put(fold(service.subject()), OwnerState.LEAVING);
        });
        present.forEach((uid, key) -> {
            byBase.put(ServiceNames.base(uid), OwnerState.PRESENT);
            bySubject.put(fold(key.toString()), OwnerState.PRESENT);
        });
    }

    OwnerState ofElement(String name) {
        return byBase.getOrDefault(ServiceNames.baseOf(name), OwnerState.UNKNOWN);
    }

    /** {@code subject}: {@code namespace/name}. */
    OwnerState ofSubject(String subject) {
        return bySubject.getOrDefault(fold(subject), OwnerState.UNKNOWN);
    }

    private static String fold(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}

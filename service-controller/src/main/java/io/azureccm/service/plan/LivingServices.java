package io.azureccm.service.plan;

import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.intent.ServiceKey;
import io.azureccm.service.model.ServiceNames;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Who can own things in Azure: every Service of the cluster, whatever becomes of it, and those that are gone and are being taken
 * down by the ordinary passes.
 */
public final class LivingServices {
    /** What is known of an owner. */
    enum Standing {
        /** It is in the cluster. */
        PRESENT,
        /** It is gone, and the passes know it. */
        LEAVING,
        /** Nobody knows it. */
        UNKNOWN
    }

    private final Set<String> presentBases = new HashSet<>();
    private final Set<String> presentNames = new HashSet<>();
    private final Set<String> leavingBases = new HashSet<>();
    private final Set<String> leavingNames = new HashSet<>();

    /** {@code present}: all Services of the cluster, by UID; {@code planned}: those that the passes know. */
    public LivingServices(Map<String, ServiceKey> present, Collection<ServiceIntent> planned) {
        present.forEach((uid, key) -> {
            presentBases.add(ServiceNames.base(uid));
            presentNames.add(fold(key.toString()));
        });
        planned.forEach(service -> {
            leavingBases.add(ServiceNames.base(service.uid()));
            leavingNames.add(fold(service.subject()));
        });
    }

    Standing ofElement(String name) {
        return standing(ServiceNames.baseOf(name), presentBases, leavingBases);
    }

    /** {@code subject}: {@code namespace/name}. */
    Standing ofSubject(String subject) {
        return standing(fold(subject), presentNames, leavingNames);
    }

    private static Standing standing(String key, Set<String> present, Set<String> leaving) {
        if (present.contains(key))
            return Standing.PRESENT;
        return leaving.contains(key) ? Standing.LEAVING : Standing.UNKNOWN;
    }

    private static String fold(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}

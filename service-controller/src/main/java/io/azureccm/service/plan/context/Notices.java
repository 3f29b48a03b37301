package io.azureccm.service.plan.context;

import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the notices for users of Services during planning. */
public final class Notices {
    private final Map<String, Set<Notice>> byUid = new HashMap<>();

    /** Starts with earlier notices, by UID. */
    public Notices(Map<String, List<Notice>> before) {
        before.forEach((uid, notices) -> byUid.put(uid, new LinkedHashSet<>(notices)));
    }

    public void add(ServiceSpec service, Notice notice) {
        byUid.computeIfAbsent(service.uid(), uid -> new LinkedHashSet<>()).add(notice);
    }

    /** By UID of the Service, in the order in which they were added. */
    public Map<String, List<Notice>> byUid() {
        Map<String, List<Notice>> lists = new HashMap<>();
        byUid.forEach((uid, notices) -> lists.put(uid, List.copyOf(notices)));
        return lists;
    }
}

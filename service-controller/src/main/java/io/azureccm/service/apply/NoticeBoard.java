package io.azureccm.service.apply;

import io.azureccm.service.intent.Notice;
import io.fabric8.kubernetes.api.model.Service;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Remembers what was said about each Service, so that passes over a Service that stays as it is repeat nothing. What is not to be
 * told any more is forgotten, and said again should it come back. For one thread.
 */
final class NoticeBoard {
    private final Map<String, Said> said = new HashMap<>();

    /** What a user wrote, and what was said about it. */
    private record Said(Object content, Set<Notice> notices) {}

    private record Content(Object spec, Map<String, String> annotations, Map<String, String> labels) {
        static Content of(Service service) {
            return new Content(service.getSpec(), service.getMetadata().getAnnotations(),
                    service.getMetadata().getLabels());
        }
    }

    /** Those of {@code notices} that were not said yet about this Service as it is now; they count as said from here on. */
    List<Notice> news(Service service, List<Notice> notices) {
        String uid = service.getMetadata().getUid();
        if (notices.isEmpty()) {
            said.remove(uid);
            return List.of();
        }
        Content content = Content.of(service);
        Said before = said.put(uid, new Said(content, new HashSet<>(notices)));
        if (before == null || !Objects.equals(before.content(), content))
            return notices;
        return notices.stream().filter(notice -> !before.notices().contains(notice)).toList();
    }

    /** True when this one was not said yet about this Service as it is now; it counts as said beside the others. */
    boolean isNews(Service service, Notice notice) {
        Content content = Content.of(service);
        Said before = said.get(service.getMetadata().getUid());
        Set<Notice> notices = new HashSet<>(
                before == null || !Objects.equals(before.content(), content) ? Set.of() : before.notices());
        boolean news = notices.add(notice);
        said.put(service.getMetadata().getUid(), new Said(content, notices));
        return news;
    }

    /** Forgets all other Services. */
    void retain(Set<String> uids) {
        said.keySet().retainAll(uids);
    }
}

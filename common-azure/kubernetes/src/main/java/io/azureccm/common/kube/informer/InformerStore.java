package io.azureccm.common.kube.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The objects of an informer and the listeners to their changes. Modified only by the informer's thread, read by all. */
final class InformerStore<T extends HasMetadata> implements ResourceStore<T> {
    private static final Logger LOG = LoggerFactory.getLogger(InformerStore.class);

    private final ConcurrentSkipListMap<String, T> objects = new ConcurrentSkipListMap<>();
    private final List<ResourceListener<? super T>> listeners = new CopyOnWriteArrayList<>();

    void listen(ResourceListener<? super T> listener) {
        listeners.add(listener);
    }

    @Override
    public Optional<T> get(String key) {
        return Optional.ofNullable(objects.get(key));
    }

    @Override
    public List<T> list() {
        return List.copyOf(objects.values());
    }

    @Override
    public int size() {
        return objects.size();
    }

    /** Applies a list: missing objects were deleted while not watched. */
    void replace(Listing<T> listing) {
        objects.keySet().stream().filter(key -> !listing.objects().containsKey(key)).toList().forEach(key -> {
            T last = objects.remove(key);
            notifyListeners(listener -> listener.deleted(last, true));
        });
        // A list is authoritative even if its versions are lower than the known ones: the API may have been restored.
        listing.objects().values().forEach(this::take);
    }

    /** Applies a watch event, unless a newer version of the same object is known. */
    void put(T object) {
        T known = objects.get(ResourceStore.key(object));
        if (known == null || !sameUid(known, object) || !isOlder(object, known))
            take(object);
    }

    private void take(T object) {
        String key = ResourceStore.key(object);
        T before = objects.get(key);
        if (before != null && !sameUid(before, object)) {
            // Deleted and recreated under the same name while not watched.
            objects.remove(key);
            T last = before;
            notifyListeners(listener -> listener.deleted(last, true));
            before = null;
        }
        T known = before;
        boolean same = known != null && sameButVersion(known, object);
        objects.put(key, object);
        if (known == null) {
            notifyListeners(listener -> listener.added(object));
        } else if (!same) {
            notifyListeners(listener -> listener.updated(known, object));
        }
    }

    void remove(T object) {
        T known = objects.get(ResourceStore.key(object));
        // The deletion of an object that has been recreated since is outdated.
        if (known == null || !sameUid(known, object) && isOlder(object, known))
            return;
        if (objects.remove(ResourceStore.key(object)) != null) {
            notifyListeners(listener -> listener.deleted(object, false));
        }
    }

    private static boolean sameUid(HasMetadata one, HasMetadata other) {
        return Objects.equals(one.getMetadata().getUid(), other.getMetadata().getUid());
    }

    /** Versions are increasing numbers, if they can be parsed as such. */
    private static boolean isOlder(HasMetadata one, HasMetadata than) {
        String version = one.getMetadata().getResourceVersion();
        String known = than.getMetadata().getResourceVersion();
        return isNumber(version) && isNumber(known) && Long.parseLong(version) < Long.parseLong(known);
    }

    private static boolean isNumber(String version) {
        return version != null && version.matches("\\d{1,18}");
    }

    private void notifyListeners(Consumer<ResourceListener<? super T>> call) {
        for (ResourceListener<? super T> listener : listeners) {
            try {
                call.accept(listener);
            } catch (RuntimeException e) {
                LOG.error("A listener failed on a change; the informer continues", e);
            }
        }
    }

    private boolean sameButVersion(T before, T after) {
        String version = after.getMetadata().getResourceVersion();
        String known = before.getMetadata().getResourceVersion();
        if (Objects.equals(version, known))
            return true;
        try {
            // The new object is not published yet, so it may temporarily carry the other's version for the comparison.
            after.getMetadata().setResourceVersion(known);
            return before.equals(after);
        } finally {
            after.getMetadata().setResourceVersion(version);
        }
    }
}

package io.azureccm.common.kube.informer;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.kube.informer.Listing.Unreadable;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cached objects of an informer, which must not be modified, and the listeners to their changes. Keys are {@code
 * namespace/name}, or {@code name}. Changed only by the informer's thread, read by all.
 */
public final class ResourceStore<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceStore.class);

    private final ConcurrentSkipListMap<String, T> objects = new ConcurrentSkipListMap<>();
    /** By key; the last word on an object, of which an older state may be among the objects. */
    private final ConcurrentSkipListMap<String, Unreadable> unreadable = new ConcurrentSkipListMap<>();
    private final List<ResourceListener<? super T>> listeners = new CopyOnWriteArrayList<>();

    ResourceStore() {}

    public static String key(HasMetadata object) {
        return key(object.getMetadata().getNamespace(), object.getMetadata().getName());
    }

    public static String key(String namespace, String name) {
        return namespace == null || namespace.isEmpty() ? name : namespace + "/" + name;
    }

    void listen(ResourceListener<? super T> listener) {
        listeners.add(listener);
    }

    public Optional<T> get(String key) {
        return Optional.ofNullable(objects.get(key));
    }

    /** All current objects, ordered by key. */
    public List<T> list() {
        return List.copyOf(objects.values());
    }

    public int size() {
        return objects.size();
    }

    /** The objects that cannot be read, in one line. */
    Optional<String> unreadable() {
        List<Unreadable> all = List.copyOf(unreadable.values());
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(all.size() + " cannot be read, first "
                        + PrintableText.of(all.getFirst().key() + ": " + all.getFirst().reason(),
                                PrintableText.MESSAGE));
    }

    /** Applies a list: missing objects were deleted while not watched. */
    void replace(Listing<T> listing) {
        // First, so that at no time the objects look complete.
        changeUnreadable(() -> unreadable.putAll(listing.unreadable()));
        objects.values().stream().filter(known -> isGone(known, listing)).toList().forEach(known -> {
            objects.remove(key(known));
            notifyListeners(listener -> listener.deleted(known, true));
        });
        // A list is authoritative even if its versions are lower than the known ones: the API may have been restored.
        listing.objects().values().forEach(this::take);
        changeUnreadable(() -> unreadable.keySet().retainAll(listing.unreadable().keySet()));
    }

    private boolean isGone(T known, Listing<T> listing) {
        String key = key(known);
        if (listing.objects().containsKey(key))
            return false;
        Unreadable same = listing.unreadable().get(key);
        return same == null ? !listing.unreadable().containsKey("") : isOther(Seen.of(known), Seen.of(same));
    }

    /** Applies a watch event, unless a newer version of the same object is known. */
    void put(T object) {
        Seen now = Seen.of(object);
        if (last(key(object)).filter(last -> !isOther(last, now) && now.isOlder(last)).isEmpty())
            take(object);
    }

    /** The same for an object that cannot be read. */
    void putUnread(Unreadable object) {
        Seen now = Seen.of(object);
        if (last(object.key()).filter(last -> now.isOlder(last)).isPresent())
            return;
        changeUnreadable(() -> unreadable.put(object.key(), object));
        T known = objects.get(object.key());
        if (known != null && isOther(Seen.of(known), now)) {
            objects.remove(object.key());
            notifyListeners(listener -> listener.deleted(known, true));
        }
    }

    private void take(T object) {
        String key = key(object);
        T before = objects.get(key);
        if (before != null && isOther(Seen.of(before), Seen.of(object))) {
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
        if (unreadable.containsKey(key))
            changeUnreadable(() -> unreadable.remove(key));
    }

    void remove(T object) {
        remove(key(object), Seen.of(object), Optional.of(object));
    }

    /** The same for an object whose last state cannot be read; one without a name may be any. */
    void removeUnread(Unreadable object) {
        if (object.key().isEmpty())
            putUnread(object);
        else
            remove(object.key(), Seen.of(object), Optional.empty());
    }

    private void remove(String key, Seen now, Optional<T> state) {
        // The deletion of an object that has been recreated since is outdated.
        if (last(key).filter(last -> isOther(last, now) && now.isOlder(last)).isPresent())
            return;
        T known = objects.remove(key);
        if (known != null)
            notifyListeners(listener -> listener.deleted(state.orElse(known), false));
        changeUnreadable(() -> unreadable.remove(key));
    }

    /** Uid and version of an object, "" if unknown. */
    private record Seen(String uid, String version) {
        static Seen of(HasMetadata object) {
            return new Seen(Objects.requireNonNullElse(object.getMetadata().getUid(), ""),
                    Objects.requireNonNullElse(object.getMetadata().getResourceVersion(), ""));
        }

        static Seen of(Unreadable object) {
            return new Seen(object.uid(), object.version());
        }

        /** Versions are increasing numbers, if they can be parsed as such. */
        boolean isOlder(Seen than) {
            return isNumber(version) && isNumber(than.version)
                    && Long.parseLong(version) < Long.parseLong(than.version);
        }

        private static boolean isNumber(String version) {
            return version.matches("\\d{1,18}");
        }
    }

    private Optional<Seen> last(String key) {
        return Optional.ofNullable(unreadable.get(key))
                .map(Seen::of)
                .or(() -> Optional.ofNullable(objects.get(key)).map(Seen::of));
    }

    /** Whether the one was deleted and the other made under its name. */
    private static boolean isOther(Seen one, Seen other) {
        return !one.uid().isEmpty() && !other.uid().isEmpty() && !one.uid().equals(other.uid());
    }

    private void changeUnreadable(Runnable change) {
        Set<String> before = Set.copyOf(unreadable.keySet());
        change.run();
        Set<String> now = Set.copyOf(unreadable.keySet());
        if (!now.equals(before))
            notifyListeners(listener -> listener.unreadable(now));
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

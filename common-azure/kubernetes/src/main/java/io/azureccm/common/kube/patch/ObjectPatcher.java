package io.azureccm.common.kube.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import io.azureccm.common.kube.client.ObjectRequests;
import io.azureccm.common.kube.client.WriteRefused;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends strategic merge patches to single objects. A patch is bound to the object's uid, never applied to another object of
 * the same name; a conflict is retried; a deleted object is not an error. The fence is checked before each write, and by the
 * requests again when a write that had to wait would go out: its text says why this process may not write. Even an
 * interrupted thread waits for a write that was sent.
 */
public final class ObjectPatcher {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectPatcher.class);
    private static final int ATTEMPTS = 5;
    private static final int CONFLICT = 409;
    private static final int INVALID = 422;
    private static final int NOT_FOUND = 404;

    /** Waits before a write that met a conflict is sent again. */
    @FunctionalInterface
    public interface Pause {
        void sleep() throws InterruptedException;
    }

    private final ObjectRequests api;
    private final Supplier<Optional<String>> fence;
    private final Pause pause;

    public ObjectPatcher(ApiRequests api, Supplier<Optional<String>> fence) {
        this(api, fence, Duration.ofMillis(100));
    }

    ObjectPatcher(ApiRequests api, Supplier<Optional<String>> fence, Duration pause) {
        this(api.fenced(fence), fence,
                () -> Thread.sleep(pause.plusNanos(ThreadLocalRandom.current().nextLong(pause.toNanos() + 1))));
    }

    /** With requests and pauses of the caller's choice, such as those of a simulation. */
    public ObjectPatcher(ObjectRequests api, Supplier<Optional<String>> fence, Pause pause) {
        this.api = api;
        this.fence = fence;
        this.pause = pause;
    }

    /** Sends the patch to the object or one of its subresources ({@code status}, or empty). */
    public PatchOutcome send(ObjectPath object, String subresource, ObjectNode patch) {
        return send(object, subresource, patch, written -> {});
    }

    /** The same; {@code shown} receives the object after the write. */
    PatchOutcome send(ObjectPath object, String subresource, ObjectNode patch, Consumer<JsonNode> shown) {
        if (!object.uid().isEmpty())
            patch.withObjectProperty("metadata").put("uid", object.uid());
        for (int attempt = 1;; attempt++) {
            try {
                return write(object, patch, () -> shown
                        .accept(api.patch(object.subresource(subresource), ApiRequests.STRATEGIC_MERGE, patch)));
            } catch (KubernetesClientException e) {
                int code = KubeFailures.code(e);
                if (code != CONFLICT && code != INVALID)
                    throw e;
                if (read(object).isEmpty())
                    return PatchOutcome.GONE;
                if (code == INVALID || attempt == ATTEMPTS)
                    throw e;
                pause();
            }
        }
    }

    /**
     * Changes a field that can only be written as a whole: the patch is computed from the current object and is only valid
     * for that version; after a conflict it is computed again. An empty patch means that nothing has to be done.
     */
    PatchOutcome change(ObjectPath object, JsonNode seen, Function<JsonNode, Optional<ObjectNode>> change) {
        return change(object, seen, change, written -> {});
    }

    /** The same; {@code shown} receives the object after the write. */
    PatchOutcome change(ObjectPath object, JsonNode seen, Function<JsonNode, Optional<ObjectNode>> change,
            Consumer<JsonNode> shown) {
        Optional<JsonNode> current = Optional.of(seen);
        for (int attempt = 1; current.isPresent(); attempt++) {
            Optional<ObjectNode> patch = change.apply(current.get());
            if (patch.isEmpty())
                return PatchOutcome.UNCHANGED;
            String version = current.get().path("metadata").path("resourceVersion").asText();
            try {
                return write(object, patch.get(), () -> {
                    patch.get().withObjectProperty("metadata").put("resourceVersion", version);
                    shown.accept(api.patch(object.path(), ApiRequests.STRATEGIC_MERGE, patch.get()));
                });
            } catch (KubernetesClientException e) {
                if (KubeFailures.code(e) != CONFLICT || attempt == ATTEMPTS)
                    throw e;
                pause();
                current = read(object);
            }
        }
        return PatchOutcome.GONE;
    }

    /** Deletes the object, never another one of the same name, and only in this version ("" for any). */
    PatchOutcome delete(ObjectPath object, String version) {
        ObjectNode options = Patches.empty().put("kind", "DeleteOptions").put("apiVersion", "v1");
        if (!object.uid().isEmpty())
            options.withObjectProperty("preconditions").put("uid", object.uid());
        if (!version.isEmpty())
            options.withObjectProperty("preconditions").put("resourceVersion", version);
        try {
            return write(object, options, () -> api.delete(object.path(), options));
        } catch (KubernetesClientException e) {
            if (KubeFailures.code(e) != CONFLICT)
                throw e;
            return read(object).isEmpty() ? PatchOutcome.GONE : PatchOutcome.CHANGED;
        }
    }

    /** Sends the write if this process may. */
    private PatchOutcome write(ObjectPath object, ObjectNode body, Runnable request) {
        Optional<String> refusal = fence.get();
        try {
            if (refusal.isEmpty()) {
                request.run();
                return PatchOutcome.WRITTEN;
            }
        } catch (WriteRefused late) {
            refusal = Optional.of(late.getMessage());
        } catch (KubernetesClientException e) {
            if (KubeFailures.code(e) == NOT_FOUND)
                return PatchOutcome.GONE;
            throw e;
        }
        LOG.info("not written to {}: {} ({})", object.path(), body, refusal.get());
        return PatchOutcome.REFUSED;
    }

    private Optional<JsonNode> read(ObjectPath object) {
        try {
            JsonNode current = api.get(object.path());
            boolean same = object.uid().isEmpty()
                    || object.uid().equals(current.path("metadata").path("uid").asText());
            return same ? Optional.of(current) : Optional.empty();
        } catch (KubernetesClientException e) {
            if (KubeFailures.code(e) == NOT_FOUND)
                return Optional.empty();
            throw e;
        }
    }

    private void pause() {
        try {
            pause.sleep();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KubernetesClientException("interrupted while waiting to send a patch again", e);
        }
    }
}

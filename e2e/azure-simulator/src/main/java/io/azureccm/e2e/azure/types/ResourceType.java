package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.wire.ArmError;
import java.util.List;
import java.util.Optional;

/**
 * One ARM resource type: its server-side defaults, checks, references and rendering. A new type is one subclass and one
 * line in {@code KnownTypes}.
 */
public abstract class ResourceType {
    /** How the etag of a resource is formed. */
    public enum EtagStyle {
        /** {@code W/"guid"}, new with every write. */
        OPAQUE,
        /** {@code "1"}, {@code "2"}: incremented by every write. */
        COUNTER,
        /** Like COUNTER, but a write without changes keeps the number. */
        COUNTER_OF_CHANGES,
        NONE
    }

    /** Full type name, such as {@code Microsoft.Network/loadBalancers}. */
    public abstract String name();

    public EtagStyle etagStyle() {
        return EtagStyle.OPAQUE;
    }

    public boolean requiresLocation() {
        return true;
    }

    /** Whether a PUT that creates, or one that updates, responds with an operation to poll. */
    public boolean putIsLongRunning(boolean creates) {
        return true;
    }

    /** Whether a DELETE responds with an operation to poll. */
    public boolean deleteIsLongRunning() {
        return true;
    }

    public int createdStatus() {
        return 201;
    }

    public int updatedStatus() {
        return 200;
    }

    /** State shown while the first PUT runs. */
    public String creatingState() {
        return "Updating";
    }

    public List<EmbeddedChild> children() {
        return List.of();
    }

    public Optional<EmbeddedChild> child(String segment) {
        return children().stream().filter(child -> child.segment().equalsIgnoreCase(segment)).findFirst();
    }

    /** Sets defaults and server values in place; drops what clients may not set. */
    public void fill(Draft draft) {}

    /** Rejects a completed draft that Azure would reject. Not called for seeds. */
    public void check(Draft draft) {}

    public List<Reference> references(Resource resource) {
        return List.of();
    }

    /** Called when a write has succeeded; returns the resource with what appears only then. */
    public Resource succeeded(World world, Resource resource) {
        return resource;
    }

    /** Called when a write has failed; returns what it leaves: {@code before} it, with what did not come from it. */
    public Resource restored(Resource before, Resource current) {
        return before;
    }

    /** Adds to the rendered copy what derives from other resources. */
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {}

    /** Rejects the deletion of a resource in use. */
    public void checkDelete(World world, Resource resource) {}

    /** Follow-up changes after a write was stored, such as the instances of a scale set. */
    public void stored(World world, Writer writer, Optional<Resource> before, Resource after) {}

    /** Follow-up changes before the resource is removed. */
    public void removing(World world, Writer writer, Resource resource) {}

    /** How a type changes resources other than the written one. */
    public interface Writer {
        /** Stores a resource without checks. */
        void store(Draft draft);

        void remove(Resource resource);

        /** Replaces a resource with a version of itself that has the same references. */
        void replace(Resource resource);
    }

    /** What the caller requested to see. */
    public record ShowOptions(boolean instanceView) {
        public static final ShowOptions PLAIN = new ShowOptions(false);
    }

    protected static ArmError inUse(String code, String message) {
        return ArmError.badRequest(code, message);
    }
}

package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.wire.ArmError;
import java.util.List;
import java.util.Optional;

/**
 * One kind of ARM resource: what the server fills in, what it refuses, whom it points to and how it is shown. A new
 * kind is one subclass and one line in {@code KnownTypes}.
 */
public abstract class ResourceType {
    /** How a resource tells its version. */
    public enum EtagStyle {
        /** {@code W/"guid"}, new with every write. */
        OPAQUE,
        /** {@code "1"}, {@code "2"}: one up with every write. */
        COUNTER,
        /** Like COUNTER, but a write that changes nothing keeps the number. */
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

    /** Whether a PUT that creates, or one that updates, is answered with an operation to poll. */
    public boolean putIsLongRunning(boolean creates) {
        return true;
    }

    /** Whether a DELETE is answered with an operation to poll. */
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

    /** Fills defaults and server values in place; drops what clients may not set. */
    public void fill(Draft draft) {}

    /** Refuses a filled draft that Azure would refuse. Not called for seeds. */
    public void check(Draft draft) {}

    public List<Reference> references(Resource resource) {
        return List.of();
    }

    /** Called when the first or a later write has succeeded; returns the resource with what only then appears. */
    public Resource succeeded(World world, Resource resource) {
        return resource;
    }

    /** Adds to the shown copy what follows from other resources. */
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {}

    /** Refuses the deletion of what is in use. */
    public void checkDelete(World world, Resource resource) {}

    /** Follow-up changes after a write was stored, such as the instances of a scale set. */
    public void stored(World world, Writer writer, Optional<Resource> before, Resource after) {}

    /** Follow-up changes before the resource is taken out. */
    public void removing(World world, Writer writer, Resource resource) {}

    /** How a type changes other resources than the one written. */
    public interface Writer {
        /** Stores a resource without checks. */
        void store(Draft draft);

        void remove(Resource resource);

        /** Replaces a resource by a version of itself with the same references. */
        void replace(Resource resource);
    }

    /** What the caller asked to see. */
    public record ShowOptions(boolean instanceView) {
        public static final ShowOptions PLAIN = new ShowOptions(false);
    }

    protected static ArmError inUse(String code, String message) {
        return ArmError.badRequest(code, message);
    }
}

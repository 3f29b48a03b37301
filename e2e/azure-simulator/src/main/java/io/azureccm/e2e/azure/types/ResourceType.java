package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

    /** How the API treats resources of a type differently from most. */
    public enum Trait {
        NO_LOCATION,
        /** A PUT that creates responds without an operation to poll, and so does one that updates. */
        PUT_IS_IMMEDIATE,
        UPDATE_IS_IMMEDIATE,
        DELETE_IS_IMMEDIATE,
        /** The status of a PUT, whether it creates or updates. */
        PUT_IS_200,
        PUT_IS_201,
        /** The state is Creating, not Updating, while the first PUT runs. */
        SHOWN_AS_CREATING
    }

    private final String name;
    private final EtagStyle etagStyle;
    private final Set<Trait> traits;
    private final Shape shape;
    private final List<EmbeddedChild> children;

    /** {@code name} is the full one, such as {@code Microsoft.Network/loadBalancers}. */
    protected ResourceType(String name, EtagStyle etagStyle, Set<Trait> traits, Shape shape,
            EmbeddedChild... children) {
        this.name = name;
        this.etagStyle = etagStyle;
        this.traits = traits;
        this.shape = shape;
        this.children = List.of(children);
    }

    protected ResourceType(String name, Shape shape, EmbeddedChild... children) {
        this(name, EtagStyle.OPAQUE, Set.of(), shape, children);
    }

    public final String name() {
        return name;
    }

    public final EtagStyle etagStyle() {
        return etagStyle;
    }

    public final boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** Whether a PUT responds with an operation to poll. */
    public final boolean putIsLongRunning(boolean creates) {
        return !has(Trait.PUT_IS_IMMEDIATE) && (creates || !has(Trait.UPDATE_IS_IMMEDIATE));
    }

    public final int putStatus(boolean creates) {
        return has(Trait.PUT_IS_201) || creates && !has(Trait.PUT_IS_200) ? 201 : 200;
    }

    /** State shown while the first PUT runs. */
    public final String creatingState() {
        return has(Trait.SHOWN_AS_CREATING) ? "Creating" : "Updating";
    }

    public final List<EmbeddedChild> children() {
        return children;
    }

    public Optional<EmbeddedChild> child(String segment) {
        return children().stream().filter(child -> child.name().equalsIgnoreCase(segment)).findFirst();
    }

    /** Completes a draft in place: adds what the server sets, drops what clients may not set. */
    public final void complete(Draft draft) {
        if (name.startsWith("Microsoft.Network/"))
            draft.serverValue("resourceGuid", () -> draft.world().guids().next());
        shape.complete(draft.body());
        for (EmbeddedChild child : children) {
            Json.arrayAt(draft.properties(), child.name());
            Json.objects(draft.properties(), child.name()).forEach(child::complete);
            Names.checkChildren(draft, child.name());
        }
        fill(draft);
    }

    /** Rejects a completed draft that Azure would reject. Not called for seeds. */
    public final void verify(Draft draft) {
        references(new Resource(draft.id(), name, draft.body(), draft.hidden(), "", "", 0))
                .forEach(reference -> draft.world().requireExists(reference.from(), reference.to()));
        check(draft);
        draft.existing().ifPresent(old -> requirePartsUnused(draft.world(), old, draft.properties()));
    }

    /** What completes a draft besides the shapes of the resource and its children. */
    protected void fill(Draft draft) {}

    /** What a completed draft has to fulfil besides references to what exists. */
    protected void check(Draft draft) {}

    /** The references of the resource and its children. */
    public List<Reference> references(Resource resource) {
        String id = resource.id().text();
        List<Reference> references = new ArrayList<>(shape.references(id, resource.body()));
        for (EmbeddedChild child : children) {
            for (ObjectNode item : Json.objects(resource.properties(), child.name()))
                references.addAll(child.shape().references(id + "/" + child.name() + "/" + Json.name(item), item));
        }
        return references;
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

    /** Rejects the deletion of a resource that is in use, or of which a part is. */
    public void checkDelete(World world, Resource resource) {
        shape.requireUnused(world, resource.id().text());
        requirePartsUnused(world, resource, Json.object());
    }

    private void requirePartsUnused(World world, Resource old, ObjectNode kept) {
        for (EmbeddedChild child : children) {
            Json.objects(old.properties(), child.name())
                    .stream()
                    .map(Json::name)
                    .filter(name -> Json.named(kept, name, child.name()).isEmpty())
                    .forEach(name -> child.shape().requireUnused(world, old.id() + "/" + child.name() + "/" + name));
        }
    }

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
}

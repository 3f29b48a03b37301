package io.azureccm.e2e.cluster.fields;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;
import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.schema.TypeCatalog;

/** Server-side apply, and tracking of field managers for all other writes. */
public record FieldOwnership(TypeCatalog types, Clock clock) {
    /** The writer: manager name, API version of the request, subresource or empty. */
    public record Writer(String manager, String apiVersion, String subresource) {}

    /** Fields of another manager that an apply would change. */
    public record Conflict(String manager, List<String> fields) {}

    /** The result of an apply, and its conflicts. */
    public record Applied(ObjectNode object, List<Conflict> conflicts) {}

    /**
     * Applies a configuration to an object; {@code live} is an empty object if there is none yet. With {@code force}
     * the conflicting fields are taken over instead of reported.
     */
    public Applied apply(ResourceType type, ObjectNode live, ObjectNode config, Writer writer, boolean force) {
        Struct struct = types.of(type);
        List<FieldOwner> owners = owners(live);
        FieldOwner self = new FieldOwner(writer.manager(), FieldOwner.APPLY, writer.apiVersion(), writer.subresource(),
                now(),
                writable(FieldTree.claimed(struct, config), writer));
        Optional<FieldOwner> before = owners.stream().filter(self::isSameAs).findFirst();
        List<FieldOwner> others = new ArrayList<>(owners);
        others.removeIf(self::isSameAs);

        ObjectNode merged = (ObjectNode) ApplyMerge.merge(struct, live, config);
        before.ifPresent(last -> abandoned(last, self, others).paths()
                .forEach(path -> ApplyMerge.remove(struct, merged, path)));
        FieldTree old = FieldTree.of(struct, live);
        FieldTree now = FieldTree.of(struct, merged);
        FieldPaths changed = now.changedFrom(old);
        List<Conflict> conflicts = new ArrayList<>();
        List<FieldOwner> result = new ArrayList<>();
        for (FieldOwner other : others) {
            FieldPaths contested = other.fields().and(changed);
            if (!contested.isEmpty() && !force)
                conflicts.add(
                        new Conflict(other.described(), contested.paths().stream().map(FieldPaths::shown).toList()));
            result.add(other.with(other.fields().minus(contested).and(now.paths()), other.time()));
        }
        result.add(before.map(last -> last.with(self.fields(), self.time())).orElse(self));
        write(merged, result);
        return new Applied(merged, conflicts);
    }

    /**
     * After any other write, records the owner of the changed fields; {@code old} is null for a new object. Edits the
     * object in place.
     */
    public void track(ResourceType type, ObjectNode old, ObjectNode object, Writer writer) {
        Struct struct = types.of(type);
        List<FieldOwner> owners = owners(object);
        if (owners.isEmpty() && old != null && object.get("metadata").get("managedFields") == null)
            owners = owners(old);
        FieldTree now = FieldTree.of(struct, object);
        FieldPaths changed = writable(now.changedFrom(FieldTree.of(struct, old)), writer);
        FieldOwner self = new FieldOwner(writer.manager(), FieldOwner.UPDATE, writer.apiVersion(), writer.subresource(),
                now(),
                new FieldPaths());
        List<FieldOwner> result = new ArrayList<>();
        boolean known = false;
        for (FieldOwner owner : owners) {
            boolean own = self.isSameAs(owner);
            known |= own;
            FieldPaths kept = own ? owner.fields().plus(changed) : owner.fields().minus(changed);
            result.add(owner.with(kept.and(now.paths()), own ? self.time() : owner.time()));
        }
        if (!known)
            result.add(self.with(changed, self.time()));
        write(object, result);
    }

    /** What the manager claimed last time, no longer claims, and shares with no other manager. */
    private static FieldPaths abandoned(FieldOwner last, FieldOwner self, List<FieldOwner> others) {
        return last.fields()
                .where(path -> !self.fields().touches(path)
                        && others.stream().noneMatch(other -> other.fields().touches(path)));
    }

    /** A write to the main resource claims nothing of the status, and vice versa. */
    private static FieldPaths writable(FieldPaths claimed, Writer writer) {
        boolean status = writer.subresource().equals("status");
        return claimed.where(path -> path.getFirst().equals("f:status") == status
                || path.getFirst().equals("f:metadata"));
    }

    private static List<FieldOwner> owners(ObjectNode object) {
        return Json.items(object, "metadata", "managedFields")
                .stream()
                .filter(entry -> !entry.isEmpty())
                .map(FieldOwner::parse)
                .toList();
    }

    private static void write(ObjectNode object, List<FieldOwner> owners) {
        ArrayNode entries = Json.array();
        owners.stream().filter(owner -> !owner.fields().isEmpty()).forEach(owner -> entries.add(owner.json()));
        ObjectNode metadata = Json.ensure(object, "metadata");
        if (entries.isEmpty())
            metadata.remove("managedFields");
        else
            metadata.set("managedFields", entries);
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

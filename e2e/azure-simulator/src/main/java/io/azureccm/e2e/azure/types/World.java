package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.flows.ProbeAnswers;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.store.Guids;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.store.ResourceStore;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a resource type may use while it completes, checks and renders its resources. */
public record World(ResourceStore store, ResourceTypes types, Guids guids, PublicAddresses publicAddresses,
        Settings settings, SimClock clock, ProbeAnswers probes) {

    /** The IDs of the resources, and of parts of them, that refer to the ID. */
    public List<String> users(String id) {
        return store.to(id).stream().map(Reference::from).toList();
    }

    /** Only those with this segment in their IDs. */
    public List<String> users(String id, String segment) {
        String part = ResourceId.key("/" + segment + "/");
        return users(id).stream().filter(user -> ResourceId.key(user).contains(part)).toList();
    }

    /** Shows who refers to the ID in the members that are named like their segments; none if nobody does. */
    public void showUsers(ObjectNode properties, String id, String... segments) {
        for (String segment : segments)
            users(id, segment).forEach(user -> Json.arrayAt(properties, segment).add(Json.idObject(user)));
    }

    /** Whether the resource, or the part named by the ID, exists. */
    public boolean exists(String id) {
        Optional<ResourceId> parsed = ResourceId.parse(id);
        if (parsed.isEmpty())
            return false;
        if (store.get(parsed.get()).isPresent())
            return true;
        ResourceId full = parsed.get();
        return !full.isTopLevel() && store.get(full.parent(1)).filter(parent -> hasPart(parent, full)).isPresent();
    }

    private boolean hasPart(Resource parent, ResourceId part) {
        return types.find(parent.type())
                .flatMap(type -> type.child(part.types().getLast()))
                .flatMap(child -> Json.named(parent.properties(), part.name(), child.name()))
                .isPresent();
    }

    /** Rejects with InvalidResourceReference if the target is missing. */
    public void requireExists(String from, String to) {
        if (!exists(to))
            throw ArmError.of("InvalidResourceReference", to, from);
    }

    public int limit(Limits.Row row) {
        return settings.limits().of(row);
    }

    /** Rejects a value that exceeds the limit, which is the first value in the message. */
    public void within(Limits.Row row, int value, String refusal, Object... about) {
        if (value > limit(row))
            throw ArmError.of(refusal, Stream.concat(Stream.of(limit(row)), Stream.of(about)).toArray());
    }
}

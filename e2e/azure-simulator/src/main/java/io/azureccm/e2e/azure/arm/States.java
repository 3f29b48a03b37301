package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.store.ResourceStore;
import io.azureccm.e2e.azure.types.ResourceType.ShowOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The entire state: to read, save, restore and check. */
public record States(ArmService arm) {
    /** Every resource by ID, as returned by a GET. */
    public Map<String, JsonNode> all() {
        return arm.settled(() -> {
            Map<String, JsonNode> all = new LinkedHashMap<>();
            for (Resource resource : arm.world().store().all())
                all.put(resource.id().text(), arm.show(resource, ShowOptions.PLAIN));
            return all;
        });
    }

    /** One resource as returned by a GET, by ID in any casing. */
    public Optional<JsonNode> one(String id) {
        return arm.settled(() -> arm.world().store().get(id).map(resource -> arm.show(resource, ShowOptions.PLAIN)));
    }

    public ResourceStore.Snapshot snapshot() {
        return arm.settled(arm.world().store()::snapshot);
    }

    /** Restores a state; running operations are dropped. */
    public void restore(ResourceStore.Snapshot snapshot) {
        arm.settled(() -> {
            arm.world().store().restore(snapshot);
            arm.operations().clear();
        });
    }

    /** Inconsistencies: dangling references, duplicate private addresses, a public address used twice. */
    public List<String> problems() {
        return arm.settled(() -> {
            List<String> problems = new ArrayList<>();
            Map<String, String> addresses = new LinkedHashMap<>();
            Map<String, String> publics = new LinkedHashMap<>();
            for (Resource resource : arm.world().store().all()) {
                for (Reference reference : arm.world().store().from(resource.id()))
                    check(resource, reference, problems, addresses, publics);
            }
            return problems;
        });
    }

    private void check(Resource resource, Reference reference, List<String> problems, Map<String, String> addresses,
            Map<String, String> publics) {
        String to = reference.to().toLowerCase(java.util.Locale.ROOT);
        // A private endpoint outlives its private link service.
        if (!arm.world().exists(reference.to()) && !to.contains("/privatelinkservices/"))
            problems.add(reference.from() + " points to " + reference.to() + ", which is not there");
        if (!reference.address().isEmpty()) {
            String other = addresses.put(to + " " + reference.address(), reference.from());
            if (other != null && !isLetGo(resource, other))
                problems.add(reference.address() + " belongs to both " + other + " and " + reference.from());
        }
        if (to.contains("/publicipaddresses/")) {
            String other = publics.put(to, reference.from());
            if (other != null && !isLetGo(resource, other))
                problems.add(reference.to() + " is used by both " + other + " and " + reference.from());
        }
        if (!arm.world().store().to(reference.to()).contains(reference))
            problems.add(reference.to() + " does not know that " + reference.from() + " points to it");
    }

    /**
     * A reference removed by a running write belongs to the resource until the write ends, wherever in the resource it
     * was.
     */
    private static boolean isLetGo(Resource resource, String part) {
        return resource.isBusy() && ResourceId.key(part).startsWith(resource.id().key() + "/");
    }
}

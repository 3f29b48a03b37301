package io.azureccm.common.core.drift;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.common.core.shared.Copies;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Learns which state of resources is as wanted: the one that Azure shows when a plan has nothing to do for them, and the one after a
 * successful own write. Parts that a write with unknown outcome may have changed are dropped. Each object is for one transition.
 */
final class LastKnownGoodTransition {
    private final PartsReader reader;
    private final Map<ArmId, LastKnownGood.Known> known;
    private final Map<ArmId, ObjectNode> trees;
    private final Set<LastKnownGood.Found> open;

    LastKnownGoodTransition(PartsReader reader, LastKnownGood before) {
        this.reader = reader;
        this.known = new HashMap<>(before.resources());
        this.trees = new HashMap<>(before.trees());
        this.open = new HashSet<>(before.open());
    }

    LastKnownGood value() {
        return new LastKnownGood(known, trees, open);
    }

    /** What a plan does not write is in place; returns how many of its changes are newly found drift. */
    int planned(Plan plan, Reading reading) {
        Set<ArmId> written = new HashSet<>();
        plan.operations().forEach(operation -> written.add(reader.shownBy(operation.target())));
        Set<ArmId> shown = new HashSet<>(written);
        for (Reading.Resource each : reading.resources()) {
            ArmId id = each.id();
            ObjectNode resource = each.json();
            shown.add(id);
            if (!written.contains(id) && !ProvisioningState.isBroken(resource)
                    && !ProvisioningState.isChanging(resource))
                seen(id, resource, reading);
        }
        known.keySet().retainAll(shown);
        trees.keySet().retainAll(shown);
        open.removeIf(found -> !shown.contains(found.shownBy()));
        return found(plan);
    }

    private void seen(ArmId id, ObjectNode resource, Reading reading) {
        open.removeIf(found -> found.shownBy().equals(id) && !reading.left().test(resource, found.part()));
        LastKnownGood.Known before = known.get(id);
        String etag = etag(resource);
        boolean isKnown = before != null && !etag.isEmpty() && etag.equals(before.etag()) && before.unsure().isEmpty();
        if (isKnown && trees.get(id) == resource)
            return;
        trees.put(id, resource);
        Map<Part, JsonNode> parts = new HashMap<>();
        Set<Part> unsure = new HashSet<>();
        reader.read(id, resource).forEach((part, json) -> {
            if (!reading.left().test(resource, part))
                parts.put(part, json);
            else if (before == null)
                unsure.add(part);
        });
        if (before != null) {
            before.parts().forEach((part, json) -> {
                if (reading.left().test(resource, part))
                    parts.put(part, json);
            });
            before.unsure().stream().filter(part -> reading.left().test(resource, part)).forEach(unsure::add);
        }
        known.put(id, new LastKnownGood.Known(etag, before == null ? "" : before.replaced(), parts, unsure));
    }

    private int found(Plan plan) {
        int fresh = 0;
        for (Operation operation : plan.operations()) {
            for (Change change : operation.changes()) {
                if (DriftCauses.isDrift(change) && open.add(new LastKnownGood.Found(reader.shownBy(operation.target()),
                        operation.target(), Part.of(change))))
                    fresh++;
            }
        }
        return fresh;
    }

    /** The outcomes of a plan's writes. */
    void ended(PlanOutcome round) {
        for (Operation operation : round.plan().operations()) {
            Outcome outcome = round.of(operation.target());
            if (outcome == null || outcome instanceof Outcome.NotAttempted || outcome instanceof Outcome.Conflict)
                continue;
            if (operation.verb() == Operation.Verb.POST) {
                known.clear();
            } else if (outcome.isGood()) {
                open.removeIf(found -> found.target().equals(operation.target()));
                written(operation, outcome);
            } else {
                inDoubt(operation);
            }
        }
    }

    private void written(Operation operation, Outcome outcome) {
        ArmId id = reader.shownBy(operation.target());
        boolean whole = id.equals(operation.target());
        poolsGone(operation);
        if (operation.verb() == Operation.Verb.DELETE) {
            if (whole)
                known.remove(id);
            else
                operation.changes().forEach(change -> doubt(id, Part.of(change)));
            return;
        }
        ObjectNode sent = operation.body();
        ObjectNode body = outcome instanceof Outcome.Applied(ObjectNode left) && left != null ? left : sent;
        LastKnownGood.Known before = known.get(id);
        if (!whole && before == null)
            return;
        Map<Part, JsonNode> parts = new HashMap<>(whole ? Map.of() : before.parts());
        Set<Part> unsure = new HashSet<>(whole ? Set.of() : before.unsure());
        boolean shown = whole && body != sent;
        // The resource was shown after the write: a part that is missing there has been removed since.
        Map<Part, JsonNode> left = new HashMap<>(reader.read(operation.target(), sent));
        if (body != sent)
            left.putAll(reader.read(operation.target(), body));
        for (Map.Entry<Part, JsonNode> part : left.entrySet()) {
            parts.put(part.getKey(), part.getValue());
            unsure.remove(part.getKey());
        }
        known.put(id, new LastKnownGood.Known(shown ? etag(body) : "", operation.ifMatch(), parts, unsure));
    }

    /** If the write would only have restored what was in place, Azure shows that after it as well. */
    private void inDoubt(Operation operation) {
        ArmId id = reader.shownBy(operation.target());
        poolsGone(operation);
        boolean all = operation.verb() == Operation.Verb.DELETE
                || operation.isCreation() && !operation.changes().stream().allMatch(DriftCauses::isDrift);
        if (all && id.equals(operation.target())) {
            known.remove(id);
            return;
        }
        operation.changes()
                .stream()
                .filter(change -> !DriftCauses.isDrift(change))
                .forEach(change -> doubt(id, Part.of(change)));
    }

    /** When a load balancer is deleted, Azure removes machines from its pools: that is not drift. */
    private void poolsGone(Operation operation) {
        boolean all = operation.verb() == Operation.Verb.DELETE;
        String prefix = new Part(Part.POOL, operation.target().name() + "/").name();
        Set<String> pools = new HashSet<>();
        operation.changes()
                .stream()
                .filter(change -> change.element().equals(Part.POOL) && change.kind() == Change.Kind.REMOVE)
                .forEach(change -> pools.add(prefix + new Part(Part.POOL, change.name()).name()));
        if (!all && pools.isEmpty())
            return;
        for (ArmId id : Set.copyOf(known.keySet())) {
            known.get(id)
                    .parts()
                    .keySet()
                    .stream()
                    .filter(part -> part.element().equals(Part.POOL)
                            && (pools.contains(part.name()) || all && part.name().startsWith(prefix)))
                    .forEach(part -> doubt(id, part));
        }
    }

    private void doubt(ArmId id, Part part) {
        LastKnownGood.Known before = known.get(id);
        if (before == null)
            return;
        known.put(id, new LastKnownGood.Known(before.etag(), before.replaced(), before.parts(),
                Copies.with(before.unsure(), Set.of(part))));
    }

    private static String etag(ObjectNode resource) {
        return resource.path("etag").asText("");
    }
}

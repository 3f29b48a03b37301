package io.azureccm.e2e.cluster.api.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.rules.FieldErrors;
import io.azureccm.e2e.cluster.rules.Names;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Rules for the metadata of every object. */
final class MetadataRules {
    private static final List<String> SERVER_OWNED = List.of("uid", "creationTimestamp", "deletionTimestamp",
            "deletionGracePeriodSeconds", "generation", "namespace", "generateName");

    private MetadataRules() {}

    /** Sets what the server assigns to a new object. */
    static void stamp(ObjectNode metadata, boolean generation, Clock clock, RandomGenerator random) {
        metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "generation"));
        metadata.put("uid", uid(random));
        metadata.put("creationTimestamp", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        if (generation)
            metadata.put("generation", 1);
    }

    private static String uid(RandomGenerator random) {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }

    /** Restores what only the server may set, and drops empty maps and lists. */
    static void carry(ObjectNode object, ObjectNode old) {
        ObjectNode metadata = Json.ensure(object, "metadata");
        ObjectNode before = Json.ensure(old, "metadata");
        SERVER_OWNED.forEach(field -> Json.carry(before, metadata, field));
        metadata.remove("selfLink");
        if (!metadata.has("managedFields"))
            Json.carry(before, metadata, "managedFields");
        for (String field : List.of("labels", "annotations", "finalizers", "ownerReferences")) {
            if (Json.isEmpty(metadata, field))
                metadata.remove(field);
        }
    }

    static void validate(ObjectNode metadata, FieldErrors errors) {
        metadata.path("labels").properties().forEach(label -> {
            String value = label.getValue().asText();
            errors.syntax("metadata.labels", label.getKey(), Names.labelKeyProblem(label.getKey()));
            errors.syntax("metadata.labels", value, Names.labelValueProblem(value));
        });
        metadata.path("annotations")
                .properties()
                .forEach(each -> errors.syntax("metadata.annotations", each.getKey(),
                        Names.labelKeyProblem(each.getKey().toLowerCase(Locale.ROOT))));
        List<String> finalizers = Json.texts(metadata, "finalizers");
        for (String finalizer : finalizers) {
            if (!Names.labelKeyProblem(finalizer).isEmpty())
                errors.invalid("metadata.finalizers", finalizer, Names.labelKeyProblem(finalizer));
            else if (!finalizer.contains("/")
                    && !List.of("foregroundDeletion", "orphan", "kubernetes").contains(finalizer))
                errors.invalid("metadata.finalizers[" + finalizers.indexOf(finalizer) + "]", finalizer,
                        "name is neither a standard finalizer name nor is it fully qualified");
        }
    }

    static void validateUpdate(ObjectNode metadata, ObjectNode old, FieldErrors errors) {
        validate(metadata, errors);
        if (!Json.isEmpty(old, "metadata", "deletionTimestamp")) {
            List<String> before = Json.texts(old, "metadata", "finalizers");
            List<String> added = Json.texts(metadata, "finalizers")
                    .stream()
                    .filter(name -> !before.contains(name))
                    .toList();
            if (!added.isEmpty())
                errors.forbidden("metadata.finalizers",
                        "no new finalizers can be added if the object is being deleted, found new finalizers []string{\""
                                + String.join("\", \"", added) + "\"}");
        }
    }

    /** Increments the generation if anything but metadata and status differs. */
    static void countGeneration(ObjectNode object, ObjectNode old) {
        if (!content(object).equals(content(old)))
            Json.ensure(object, "metadata").put("generation", Json.number(old, "metadata", "generation") + 1);
    }

    private static ObjectNode content(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        copy.remove(List.of("metadata", "status"));
        return copy;
    }
}

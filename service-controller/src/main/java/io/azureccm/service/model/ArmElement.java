package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.diff.Differ;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A resource of ARM or a part of one, backed by its JSON: properties without an accessor are preserved byte for byte. The JSON is never
 * modified; a change creates a new element.
 */
public interface ArmElement {
    ObjectNode json();

    /** The id as shown by Azure. */
    default ArmId id() {
        return ArmId.parse(ArmJson.text(json(), "id"));
    }

    default String name() {
        return ArmJson.name(json());
    }

    /** The name in lower case, because ARM is case-insensitive. */
    default String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The base name of the Service that would own it, according to {@link ServiceNames#baseOf}. */
    default String baseName() {
        return ServiceNames.baseOf(name());
    }

    /** Empty if Azure shows none. */
    default String etag() {
        return ArmJson.text(json(), "etag");
    }

    /** True if Azure shows this provisioning state, compared case-insensitively. */
    default boolean isInState(String provisioningState) {
        return ProvisioningState.of(json()).equalsIgnoreCase(provisioningState);
    }

    /** The changes from an earlier state to this one, including tags. */
    default List<Change> changesFrom(ArmElement before, DiffRules rules, Cause cause, Cause ofTags) {
        List<Change> changes = new ArrayList<>(Differ.resource(id(), ArmJson.untagged(before.json()),
                ArmJson.untagged(json()), rules, cause));
        changes.addAll(Differ.tags(before.tags(), tags(), Differ.CauseOf.always(ofTags)));
        return changes;
    }

    default Map<String, String> tags() {
        return ResourceTags.of(json());
    }
}

package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.common.core.ResourceTags;
import java.util.Locale;
import java.util.Map;

/**
 * A resource of ARM or a part of one, over its JSON: what no accessor tells of stays in it byte for byte. The JSON is never changed;
 * what is to differ is a new element.
 */
public interface ArmElement {
    ObjectNode json();

    /** The id that Azure shows. */
    default ArmId id() {
        return ArmId.parse(ArmJson.text(json(), "id"));
    }

    default String name() {
        return ArmJson.name(json());
    }

    /** The name in lower case, as ARM does not tell case apart. */
    default String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What would be the base name of the Service that it belongs to, as {@link ServiceNames#baseOf} tells it. */
    default String baseName() {
        return ServiceNames.baseOf(name());
    }

    /** Empty where Azure shows none. */
    default String etag() {
        return ArmJson.text(json(), "etag");
    }

    /** True when this is the provisioning state that Azure shows; case makes no difference. */
    default boolean isInState(String provisioningState) {
        return ProvisioningState.of(json()).equalsIgnoreCase(provisioningState);
    }

    default Map<String, String> tags() {
        return ResourceTags.of(json());
    }
}

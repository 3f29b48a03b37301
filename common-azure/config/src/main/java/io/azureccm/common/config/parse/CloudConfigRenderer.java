package io.azureccm.common.config.parse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.key.ConfigKey;
import io.azureccm.common.config.parse.key.KeyCatalogue;

/** A config in the form of {@code azure.json}, every key with its effective value; secrets are only marked as set. */
public final class CloudConfigRenderer {

    private CloudConfigRenderer() {}

    /** All keys in catalogue order. */
    public static ObjectNode render(CloudConfig config) {
        return render(config, false);
    }

    /** Only keys whose value is not the default. */
    public static ObjectNode renderChanged(CloudConfig config) {
        return render(config, true);
    }

    private static ObjectNode render(CloudConfig config, boolean changedOnly) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        for (ConfigKey<?> key : KeyCatalogue.all()) {
            if (key.ignored()) {
                continue;
            }
            JsonNode value = key.render(config);
            if (!value.isMissingNode() && !(changedOnly && value.equals(key.renderDefault()))) {
                out.set(key.name(), value);
            }
        }
        return out;
    }
}

package io.azureccm.common.kube.patch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.condition.ConditionChange;
import java.util.Collection;

/** Builds strategic merge patches. */
final class Patches {
    private Patches() {}

    static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode list(Collection<?> models) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        models.forEach(model -> list.add(ApiRequests.toJson(model)));
        return list;
    }

    /** Merged by type in a strategic merge patch. */
    static ArrayNode conditions(ConditionChange change) {
        ArrayNode list = list(change.set());
        change.removed().stream().sorted().forEach(type -> list.addObject().put("$patch", "delete").put("type", type));
        return list;
    }

    static ArrayNode words(Collection<String> words) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        words.forEach(list::add);
        return list;
    }
}

package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.ResourceType.ShowOptions;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Renders stored resources for a GET: IDs, etags, states and everything derived from other resources. */
record Presenter(World world) {
    private static final Pattern GROUP = Pattern.compile("(?i)(/resourceGroups/)([^/]+)");

    ObjectNode show(Resource resource, ShowOptions options) {
        ResourceType type = world.types().require(resource.type());
        ObjectNode shown = Json.object().put("name", resource.id().name()).put("id", resource.id().text());
        boolean tracked = type.etagStyle() != ResourceType.EtagStyle.NONE;
        if (tracked)
            shown.put("etag", etag(type, resource));
        shown.put("type", type.name());
        ObjectNode body = resource.body().deepCopy();
        ObjectNode properties = Json.object();
        if (tracked)
            properties.put("provisioningState", resource.state());
        properties.setAll(Json.properties(body));
        shown.setAll(body);
        shown.set("properties", properties);
        type.show(world, resource, shown, options);
        for (EmbeddedChild child : type.children()) {
            for (ObjectNode item : Json.objects(properties, child.name()))
                decorate(type, resource, child, item);
        }
        if (world.settings().upperCaseComputeGroups() && type.name().startsWith("Microsoft.Compute"))
            upperCaseGroups(shown);
        return shown;
    }

    private void decorate(ResourceType type, Resource owner, EmbeddedChild child, ObjectNode item) {
        item.put("id", owner.id() + "/" + child.name() + "/" + Json.name(item));
        item.put("etag", etag(type, owner));
        item.put("type", type.name() + "/" + child.name());
        ObjectNode properties = Json.object().put("provisioningState", owner.state());
        properties.setAll(Json.properties(item));
        item.set("properties", properties);
    }

    static String etag(ResourceType type, Resource resource) {
        return type.etagStyle() == ResourceType.EtagStyle.OPAQUE ? resource.etag() : "\"" + resource.revision() + "\"";
    }

    private static void upperCaseGroups(JsonNode node) {
        if (node instanceof ObjectNode object) {
            JsonNode id = object.get("id");
            if (id instanceof TextNode text && ResourceId.parse(text.asText()).isPresent()) {
                Matcher matcher = GROUP.matcher(text.asText());
                object.put("id", matcher
                        .replaceFirst(found -> found.group(1)
                                + Matcher.quoteReplacement(found.group(2).toUpperCase(Locale.ROOT))));
            }
        }
        node.forEach(Presenter::upperCaseGroups);
    }
}

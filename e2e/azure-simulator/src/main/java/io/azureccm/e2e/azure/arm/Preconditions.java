package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.store.ResourceStore.ResourceGroup;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.ResourceType.EtagStyle;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks before a resource type is involved: groups, parents, etags, locations, tags and the form of the body. */
record Preconditions(World world) {
    private static final Pattern RESERVED = Pattern.compile("[<>%&\\\\?/\\p{Cntrl}]");
    /** Azure's own tags with ids in their names. */
    private static final Pattern FREE_TAG = Pattern.compile("hidden|link", Pattern.CASE_INSENSITIVE);

    ResourceGroup requireGroup(String subscription, String name) {
        return world.store()
                .group(subscription, name)
                .orElseThrow(() -> ArmError.of("ResourceGroupNotFound", name));
    }

    void groupWritable(ResourceId id) {
        ResourceGroup group = requireGroup(id.subscription(), id.group());
        if (group.state().equals("Deleting"))
            throw ArmError.of("ResourceGroupBeingDeleted", group.name());
    }

    Resource require(ResourceId id) {
        requireGroup(id.subscription(), id.group());
        return world.store().get(id).orElseThrow(() -> notFound(id));
    }

    ArmError notFound(ResourceId id) {
        if (id.isTopLevel())
            return ArmError.of("ResourceNotFound", typeName(id), id.name(), id.group());
        if (world.store().get(id.topLevel()).isEmpty())
            return notFound(id.topLevel());
        return id.provider().equalsIgnoreCase("Microsoft.Compute")
                ? ArmError.of("NotFound.compute")
                : ArmError.childNotFound(id.text());
    }

    private String typeName(ResourceId id) {
        return world.types().find(id.type()).map(ResourceType::name).orElse(id.type());
    }

    /** The parent of a nested resource that is to be written. */
    Resource requireParent(ResourceId child) {
        ResourceId parent = child.parent(1);
        groupWritable(child);
        return world.store()
                .get(parent)
                .orElseThrow(() -> ArmError.of("ParentResourceNotFound", parent.name()));
    }

    static ObjectNode body(ArmRequest request) {
        try {
            if (Json.parse(request.body()) instanceof ObjectNode object) {
                Json.dropNulls(object);
                return object;
            }
        } catch (IOException e) {
            throw ArmError.of("InvalidRequestContent", e.getMessage());
        }
        throw ArmError.of("InvalidRequestContent.noObject");
    }

    /** If-Match and If-None-Match; etags are compared literally, with or without the weak prefix. */
    void etag(ArmRequest request, ResourceType type, ResourceId id, Optional<Resource> existing) {
        request.header("If-Match").filter(given -> !given.equals("*")).ifPresent(given -> {
            String current = existing.map(resource -> Presenter.etag(type, resource)).orElse("");
            if (!sameEtag(given, current))
                throw mismatch(type, id, given, current);
        });
        if (request.header("If-None-Match").filter("*"::equals).isPresent() && existing.isPresent())
            throw ArmError.of("PreconditionFailed.exists", id);
    }

    private static boolean sameEtag(String given, String current) {
        return !current.isEmpty() && bare(given).equals(bare(current));
    }

    private static String bare(String etag) {
        return etag.replace("W/", "").replace("\"", "");
    }

    private static ArmError mismatch(ResourceType type, ResourceId id, String given, String current) {
        String bare = bare(given);
        if (type.etagStyle() == EtagStyle.OPAQUE)
            return ArmError.of("PreconditionFailed")
                    .detail("PreconditionFailedEtagMismatch", "Etag provided in if-match header W/\"" + bare
                            + "\" does not match etag " + current + " of resource " + id + " in NRP data store.");
        return ArmError.of("PreconditionFailed.counter", bare, current);
    }

    /** The normalised location, which the body must have. */
    static String location(ObjectNode body) {
        String location = Json.text(body, "location").orElseThrow(() -> ArmError.of("LocationRequired"));
        body.put("location", location.replace(" ", "").toLowerCase(Locale.ROOT));
        return body.get("location").asText();
    }

    /** Checks and normalises the location, which is immutable. */
    void location(ResourceType type, ObjectNode body, Optional<Resource> existing, ResourceId id) {
        if (type.has(ResourceType.Trait.NO_LOCATION))
            return;
        String location = location(body);
        existing.map(resource -> Json.textOr(resource.body(), location, "location"))
                .filter(old -> !old.equalsIgnoreCase(location))
                .ifPresent(old -> {
                    throw ArmError.of("InvalidResourceLocation", id.name(), old, id.group(), location);
                });
    }

    void tags(ObjectNode body) {
        if (!(body.get("tags") instanceof ObjectNode tags)) {
            body.remove("tags");
            return;
        }
        world.within(Limits.Row.TAGS, tags.size(), "TooManyTags", tags.size());
        tags.properties().forEach(tag -> tag(tag.getKey(), tag.getValue().asText()));
    }

    private void tag(String name, String value) {
        if (!FREE_TAG.matcher(name).lookingAt() && RESERVED.matcher(name).find())
            throw ArmError.of("InvalidTagNameCharacters", name);
        world.within(Limits.Row.TAG_NAME_LENGTH, name.length(), "InvalidTagName", name);
        world.within(Limits.Row.TAG_VALUE_LENGTH, value.length(), "InvalidTagValueLength", value);
    }
}

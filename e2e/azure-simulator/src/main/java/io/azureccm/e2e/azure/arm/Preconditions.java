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
import java.util.List;
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
                .orElseThrow(() -> new ArmError(404, "ResourceGroupNotFound",
                        "Resource group '" + name + "' could not be found.").fromGateway());
    }

    void groupWritable(ResourceId id) {
        ResourceGroup group = requireGroup(id.subscription(), id.group());
        if (group.state().equals("Deleting"))
            throw new ArmError(409, "ResourceGroupBeingDeleted", "The resource group '" + group.name()
                    + "' is in deprovisioning state and cannot perform this operation.").fromGateway();
    }

    Resource require(ResourceId id) {
        requireGroup(id.subscription(), id.group());
        return world.store().get(id).orElseThrow(() -> notFound(id));
    }

    ArmError notFound(ResourceId id) {
        if (id.isTopLevel())
            return new ArmError(404, "ResourceNotFound", "The Resource '" + typeName(id) + "/" + id.name()
                    + "' under resource group '" + id.group()
                    + "' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix")
                    .fromGateway();
        if (world.store().get(id.topLevel()).isEmpty())
            return notFound(id.topLevel());
        return id.provider().equalsIgnoreCase("Microsoft.Compute")
                ? new ArmError(404, "NotFound", "The entity was not found in this Azure location.")
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
                .orElseThrow(() -> new ArmError(404, "ParentResourceNotFound",
                        "Can not perform requested operation on nested resource. Parent resource '" + parent.name()
                                + "' not found.")
                        .fromGateway());
    }

    static ObjectNode body(ArmRequest request) {
        try {
            if (Json.parse(request.body()) instanceof ObjectNode object) {
                Json.dropNulls(object);
                return object;
            }
        } catch (IOException e) {
            throw new ArmError(400, "InvalidRequestContent",
                    "The request content was invalid and could not be deserialized: '" + e.getMessage() + "'.")
                    .fromGateway();
        }
        throw new ArmError(400, "InvalidRequestContent",
                "The request content was invalid and could not be deserialized: an object is expected.").fromGateway();
    }

    /** If-Match and If-None-Match; etags are compared literally, with or without the weak prefix. */
    void etag(ArmRequest request, ResourceType type, ResourceId id, Optional<Resource> existing) {
        request.header("If-Match").filter(given -> !given.equals("*")).ifPresent(given -> {
            String current = existing.map(resource -> Presenter.etag(type, resource)).orElse("");
            if (!sameEtag(given, current))
                throw mismatch(type, id, given, current);
        });
        if (request.header("If-None-Match").filter("*"::equals).isPresent() && existing.isPresent())
            throw new ArmError(412, "PreconditionFailed", "The resource " + id + " already exists.");
    }

    private static boolean sameEtag(String given, String current) {
        return !current.isEmpty() && given.replace("W/", "")
                .replace("\"", "")
                .equals(current.replace("W/", "").replace("\"", ""));
    }

    private static ArmError mismatch(ResourceType type, ResourceId id, String given, String current) {
        String bare = given.replace("W/", "").replace("\"", "");
        if (type.etagStyle() == EtagStyle.OPAQUE)
            return new ArmError(412, "PreconditionFailed", "Precondition failed.",
                    List.of(new ArmError.Detail("PreconditionFailedEtagMismatch",
                            "Etag provided in if-match header W/\"" + bare + "\" does not match etag " + current
                                    + " of resource " + id + " in NRP data store.")));
        return new ArmError(412, "PreconditionFailed",
                "Etag provided in if-match header \"" + bare + "\" does not match etag " + current + " of resource.");
    }

    /** Checks and normalises the location, which is immutable. */
    void location(ResourceType type, ObjectNode body, Optional<Resource> existing, ResourceId id) {
        if (type.has(ResourceType.Trait.NO_LOCATION))
            return;
        String location = Json.textOr(body, "", "location").replace(" ", "").toLowerCase(Locale.ROOT);
        if (location.isEmpty())
            throw new ArmError(400, "LocationRequired", "The location property is required for this definition.")
                    .fromGateway();
        body.put("location", location);
        existing.map(resource -> Json.textOr(resource.body(), location, "location"))
                .filter(old -> !old.equalsIgnoreCase(location))
                .ifPresent(old -> {
                    throw new ArmError(400, "InvalidResourceLocation", "The resource '" + id.name()
                            + "' already exists in location '" + old + "' in resource group '" + id.group()
                            + "'. A resource with the same name cannot be created in location '" + location
                            + "'. Please select a new resource name.").fromGateway();
                });
    }

    void tags(ObjectNode body) {
        if (!(body.get("tags") instanceof ObjectNode tags)) {
            body.remove("tags");
            return;
        }
        if (tags.size() > world.limit(Limits.Row.TAGS))
            throw new ArmError(400, "TooManyTags",
                    "Too many tags on the resource/resource group. Requested tag count - '"
                            + tags.size() + "'. Maximum number of tags allowed - '" + world.limit(Limits.Row.TAGS)
                            + "'.")
                    .fromGateway();
        tags.properties().forEach(tag -> tag(tag.getKey(), tag.getValue().asText()));
    }

    private void tag(String name, String value) {
        if (!FREE_TAG.matcher(name).lookingAt() && RESERVED.matcher(name).find())
            throw new ArmError(400, "InvalidTagNameCharacters", "The tag names '" + name
                    + "' have reserved characters '<,>,%,&,\\,?,/' or control characters.").fromGateway();
        tooLong("name", "InvalidTagName", name, world.limit(Limits.Row.TAG_NAME_LENGTH));
        tooLong("value", "InvalidTagValueLength", value, world.limit(Limits.Row.TAG_VALUE_LENGTH));
    }

    private static void tooLong(String part, String code, String text, int limit) {
        if (text.length() > limit)
            throw new ArmError(400, code, "Tag " + part + " too large. Following tag " + part + " '" + text
                    + "' exceeded the maximum length. Maximum allowed length for tag " + part + " - '" + limit
                    + "' characters.").fromGateway();
    }
}

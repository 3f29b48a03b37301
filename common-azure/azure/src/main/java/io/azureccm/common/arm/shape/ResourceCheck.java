package io.azureccm.common.arm.shape;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells whether a resource in an answer of ARM can be read, once, when the answer arrives: nothing after that meets a member of the wrong
 * type. A wrong member makes the whole resource unreadable, because the rest of it does not tell what the member is. Unknown members may be
 * anything.
 */
public final class ResourceCheck {
    /** Resources of these providers have properties, even of a type that is not interpreted; quotas, for example, are no resources. */
    private static final Pattern HAS_PROPERTIES = Pattern.compile(
            "/providers/microsoft\\.(network|compute)/(?!locations/)",
            Pattern.CASE_INSENSITIVE);

    private ResourceCheck() {}

    /** An element of a list; {@code position} is counted from 1. Empty if it can be read. */
    public static Optional<UnreadableResource> element(ArmId collection, int position, JsonNode element) {
        String problem = problem(collection, element);
        return problem.isEmpty() ? Optional.empty() : Optional.of(unreadable(collection, position, element, problem));
    }

    /** The same for an element of which it is already known that it cannot be read. */
    public static UnreadableResource unreadable(ArmId collection, int position, JsonNode element, String problem) {
        return idOf(collection, element).map(id -> new UnreadableResource(id, true, problem))
                .orElseGet(() -> UnreadableResource.at(collection, position, problem));
    }

    /** The resource with this id. Empty if it can be read. */
    public static Optional<UnreadableResource> resource(ArmId id, JsonNode body) {
        String problem = problem(id, body);
        return problem.isEmpty() ? Optional.empty() : Optional.of(new UnreadableResource(id, true, problem));
    }

    /** {@code place}: the collection or the resource. */
    private static String problem(ArmId place, JsonNode resource) {
        if (!resource.isObject())
            return "it is " + ShownValue.of(resource) + ", but must be an object";
        Optional<Shape.Members> shape = ResourceShapes.of(place.type());
        String misfit = shape.map(known -> known.misfit(resource)).orElseGet(() -> unknown(resource));
        if (!misfit.isEmpty())
            return misfit.substring(1);
        boolean hasId = shape.filter(known -> known.required().contains("id")).isPresent();
        String id = hasId ? resource.path("id").textValue().trim() : "";
        return !hasId || isDirectlyIn(place, id) || isOf(place, ArmId.parse(id))
                ? ""
                : "id is " + ShownValue.of(resource.get("id")) + ", but must be the id of a resource of type "
                        + place.type();
    }

    private static String unknown(JsonNode resource) {
        JsonNode properties = resource.path("properties");
        if (properties.isObject()
                || properties.isMissingNode() && !HAS_PROPERTIES.matcher(resource.path("id").asText("")).find())
            return "";
        return ".properties is " + ShownValue.of(resource.get("properties")) + ", but must be an object";
    }

    /** The usual case, without taking the id apart. */
    private static boolean isDirectlyIn(ArmId place, String id) {
        String path = place + "/";
        return place.isCollection() && id.regionMatches(true, 0, path, 0, path.length())
                && id.length() > path.length() && id.indexOf('/', path.length()) < 0;
    }

    /** The instances of a scale set are listed at other paths than those that their parts have. */
    private static boolean isOf(ArmId place, ArmId id) {
        String last = place.type().substring(Math.max(0, place.type().lastIndexOf('/')));
        int from = id.type().length() - last.length();
        return !id.isCollection() && id.type().regionMatches(true, from, last, 0, last.length());
    }

    /** By its own id, unless that is of another place, or by its name in the collection. */
    private static Optional<ArmId> idOf(ArmId collection, JsonNode element) {
        return ArmId.tryParse(element.path("id").asText(""))
                .filter(id -> isOf(collection, id) && isWithin(collection, id))
                .or(() -> named(collection, element.path("name")));
    }

    private static boolean isWithin(ArmId collection, ArmId id) {
        return id.subscription().equalsIgnoreCase(collection.subscription())
                && (collection.resourceGroup().isEmpty()
                        || id.resourceGroup().equalsIgnoreCase(collection.resourceGroup()));
    }

    /** Names of what is in a scale set are no parts of ids. */
    private static Optional<ArmId> named(ArmId collection, JsonNode name) {
        String ofScaleSet = ArmTypes.SCALE_SET + "/";
        boolean isPlain = !collection.type().regionMatches(true, 0, ofScaleSet, 0, ofScaleSet.length())
                && name.isTextual() && !name.textValue().isBlank() && name.textValue().indexOf('/') < 0;
        return isPlain ? ArmId.tryParse(collection + "/" + name.textValue()) : Optional.empty();
    }
}

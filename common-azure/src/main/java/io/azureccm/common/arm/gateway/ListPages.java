package io.azureccm.common.arm.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.http.AnswerLimits;
import io.azureccm.common.arm.http.ArmAnswer;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ArmErrors;
import io.azureccm.common.arm.http.ArmRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The pages of one list as they arrive, validated: the list is either complete and valid, or an error. */
final class ListPages {
    private static final Pattern HAS_PROPERTIES = Pattern.compile(
            "/providers/microsoft\\.(network|compute)/(?!locations/)",
            Pattern.CASE_INSENSITIVE);

    private final ArmEndpoint endpoint;
    private final AnswerLimits limits;
    private final List<ObjectNode> all = new ArrayList<>();
    private final Map<String, Integer> places = new HashMap<>();
    private final Set<URI> seen = new HashSet<>();
    private long bytes;

    ListPages(ArmEndpoint endpoint, AnswerLimits limits) {
        this.endpoint = endpoint;
        this.limits = limits;
    }

    /** Adds one page; returns the address of the next one, if any. */
    Optional<URI> add(ArmRequest request, ArmAnswer answer) {
        seen.add(request.url());
        bytes += answer.body().length;
        if (bytes > limits.list())
            throw ArmErrors.tooLarge(request, answer, "a list of " + seen.size() + " pages so far", limits.list());
        ObjectNode page = object(request, answer);
        if (!page.path("value").isArray())
            throw ArmErrors.unreadable(request, answer, "without a list");
        for (JsonNode element : page.path("value")) {
            if (!(element instanceof ObjectNode resource))
                throw ArmErrors.unreadable(request, answer, "a list element that is not a JSON object");
            add(sound(request, answer, resource));
        }
        return next(request, answer, page.path("nextLink"));
    }

    List<ObjectNode> all() {
        return all;
    }

    /** A resource that moves to another page while the list is read appears twice: the last occurrence is newer. */
    private void add(ObjectNode resource) {
        String id = resource.path("id").asText("").toLowerCase(Locale.ROOT);
        Integer place = id.isEmpty() ? null : places.putIfAbsent(id, all.size());
        if (place == null) {
            all.add(resource);
        } else {
            all.set(place, resource);
        }
    }

    private Optional<URI> next(ArmRequest request, ArmAnswer answer, JsonNode link) {
        if (link.isMissingNode() || link.isNull() || link.asText().isEmpty() && link.isTextual())
            return Optional.empty();
        URI url = ArmEndpoint.parse(link.asText(""))
                .orElseThrow(() -> ArmErrors.unreadable(request, answer, "a next page that is not a URL"));
        if (!endpoint.trusts(url))
            throw ArmErrors.unreadable(request, answer, "a next page on another host (" + url.getHost() + ")");
        if (seen.contains(url))
            throw ArmErrors.unreadable(request, answer, "a next page that was already read");
        if (seen.size() >= limits.pages())
            throw ArmErrors.unreadable(request, answer, "a next page after " + seen.size()
                    + " pages (azureccm.resilience.answers.pages)");
        return Optional.of(url);
    }

    static ObjectNode object(ArmRequest request, ArmAnswer answer) {
        return answer.object().orElseThrow(() -> ArmErrors.unreadable(request, answer, answer.insteadOfObject()));
    }

    /**
     * The properties of a network or compute resource are an object; those of anything else, such as a quota, are an object
     * or absent. If another value were taken for a resource without properties, a write would empty the resource.
     */
    static ObjectNode sound(ArmRequest request, ArmAnswer answer, ObjectNode resource) {
        JsonNode properties = resource.path("properties");
        String id = resource.path("id").asText("");
        if (properties.isObject() || properties.isMissingNode() && !HAS_PROPERTIES.matcher(id).find())
            return resource;
        throw ArmErrors.unreadable(request, answer,
                "properties of " + (id.isEmpty() ? "a resource" : ArmErrors.cut(id, 300))
                        + " that are not an object but " + properties.getNodeType().name().toLowerCase(Locale.ROOT));
    }
}

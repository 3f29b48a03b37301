package io.azureccm.common.arm.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ArmErrors;
import io.azureccm.common.arm.http.ArmRequest;
import io.azureccm.common.arm.http.ArmResponse;
import io.azureccm.common.arm.http.ListBody;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.shape.ResourceCheck;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The pages of one list as they arrive: the list is either complete, or an error. A resource in it may be unreadable. */
final class ListPages {
    /** One of the two. */
    private record Item(ObjectNode resource, UnreadableResource unreadable) {}

    private final ArmEndpoint endpoint;
    private final ResponseLimits limits;
    /** By id in lower case, or by position. */
    private final Map<String, Item> items = new LinkedHashMap<>();
    private final Set<URI> seen = new HashSet<>();
    private int elements;
    private long bytes;

    ListPages(ArmEndpoint endpoint, ResponseLimits limits) {
        this.endpoint = endpoint;
        this.limits = limits;
    }

    /** Adds one page; returns the address of the next one, if any. */
    Optional<URI> add(ArmRequest request, ArmResponse response) {
        seen.add(request.url());
        bytes += response.body().length;
        if (bytes > limits.list())
            throw ArmErrors.tooLarge(request, response, "a list of " + seen.size() + " pages so far", limits.list());
        ListBody page = ListBody.of(response)
                .orElseThrow(() -> ArmErrors.unreadable(request, response, response.object().isPresent()
                        ? "without a list"
                        : response.insteadOfObject()));
        page.elements().forEach(element -> add(request, element));
        return next(request, response, page.nextLink());
    }

    ArmList all() {
        List<ObjectNode> resources = new ArrayList<>(items.size());
        List<UnreadableResource> unreadable = new ArrayList<>();
        items.values().forEach(item -> {
            if (item.resource() == null)
                unreadable.add(item.unreadable());
            else
                resources.add(item.resource());
        });
        return new ArmList(resources, unreadable);
    }

    /** A resource that moves to another page while the list is read appears twice: the last occurrence is newer. */
    private void add(ArmRequest request, ListBody.Element element) {
        int position = ++elements;
        JsonNode json = element.json();
        Optional<UnreadableResource> unreadable = element.fault().isEmpty()
                ? ResourceCheck.element(request.target(), position, json)
                : Optional.of(ResourceCheck.unreadable(request.target(), position, json, element.fault()));
        String id = unreadable.map(each -> each.id().key())
                .orElseGet(() -> json.path("id").asText("").toLowerCase(Locale.ROOT));
        items.put(id.isEmpty() ? "#" + position : id,
                new Item(unreadable.isEmpty() ? (ObjectNode) json : null, unreadable.orElse(null)));
    }

    private Optional<URI> next(ArmRequest request, ArmResponse response, JsonNode link) {
        if (link.isMissingNode() || link.isNull() || link.asText().isEmpty() && link.isTextual())
            return Optional.empty();
        URI url = ArmEndpoint.parse(link.asText(""))
                .orElseThrow(() -> ArmErrors.unreadable(request, response, "a next page that is not a URL"));
        if (!endpoint.trusts(url))
            throw ArmErrors.unreadable(request, response, "a next page on another host (" + url.getHost() + ")");
        if (seen.contains(url))
            throw ArmErrors.unreadable(request, response, "a next page that was already read");
        if (seen.size() >= limits.pages())
            throw ArmErrors.unreadable(request, response, "a next page after " + seen.size()
                    + " pages (azureccm.resilience.answers.pages)");
        return Optional.of(url);
    }
}

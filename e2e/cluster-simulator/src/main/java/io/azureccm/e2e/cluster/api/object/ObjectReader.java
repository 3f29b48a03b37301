package io.azureccm.e2e.cluster.api.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.EventForms;
import io.azureccm.e2e.cluster.api.call.Representation;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.api.call.Revisions;
import io.azureccm.e2e.cluster.api.call.Selection;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.store.ObjectKey;
import io.azureccm.e2e.cluster.store.ObjectStore;
import io.azureccm.e2e.cluster.store.VersionFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Gets and lists, with pages and older revisions on request. */
public record ObjectReader(ObjectStore store) {
    public ObjectNode get(ResourceCall call) {
        ObjectNode found = store.get(call.key()).orElseThrow(() -> ApiError.notFound(call.type(), call.name()));
        requireKnown(Revisions.parse(call.http().param("resourceVersion"), store.versions()));
        return Representation.of(call).one(call, found);
    }

    public ObjectNode list(ResourceCall call) {
        Representation representation = Representation.of(call);
        Selection selection = Selection.of(call);
        Page page = Page.of(call, store.versions());
        requireKnown(
                Math.max(page.revision(), Revisions.parse(call.http().param("resourceVersion"), store.versions())));
        ObjectStore.Snapshot snapshot = snapshot(call, page.revision());
        List<Map.Entry<ObjectKey, ObjectNode>> matching = snapshot.objects()
                .entrySet()
                .stream()
                .filter(entry -> page.after() == null || entry.getKey().compareTo(page.after()) > 0)
                .filter(entry -> selection.test(EventForms.shown(call.type(), entry.getValue())))
                .toList();
        boolean more = page.limit() > 0 && matching.size() > page.limit();
        var shown = more ? matching.subList(0, page.limit()) : matching;
        ArrayNode items = Json.array();
        shown.forEach(entry -> items.add(EventForms.shown(call.type(), entry.getValue())));
        ObjectNode metadata = Json.object().put("resourceVersion", store.versions().text(snapshot.revision()));
        if (more) {
            metadata.put("continue", Page.token(snapshot.revision(), shown.getLast().getKey()));
            if (call.http().param("labelSelector").isEmpty() && call.http().param("fieldSelector").isEmpty())
                metadata.put("remainingItemCount", matching.size() - shown.size());
        }
        return representation.list(call, items, metadata);
    }

    private ObjectStore.Snapshot snapshot(ResourceCall call, long revision) {
        try {
            return store.list(call.type().storage(), call.namespace(), revision);
        } catch (ObjectStore.HistoryGone e) {
            throw ApiError.expired(call.http().param("continue").isEmpty()
                    ? "The resourceVersion for the provided list is too old."
                    : "The provided continue parameter is too old to display a consistent list result. You can start a new "
                            + "list without the continue parameter, or use the continue token in this response to retrieve "
                            + "the remainder of the results. Continuing with the provided token results in an inconsistent "
                            + "list - objects that were created, modified, or deleted between the time the first chunk was "
                            + "returned and now may show up in the list.");
        }
    }

    private void requireKnown(long revision) {
        if (revision > store.revision())
            throw Revisions.tooLarge(revision, store.revision());
    }

    /** The start and size of a page; revision 0 means now. */
    private record Page(int limit, ObjectKey after, long revision) {
        static Page of(ResourceCall call, VersionFormat versions) {
            String limit = call.http().param("limit");
            int count = limit.isEmpty() ? 0 : parseLimit(limit);
            String token = call.http().param("continue");
            if (token.isEmpty()) {
                boolean exact = call.http().param("resourceVersionMatch").equals("Exact");
                long asked = Revisions.parse(call.http().param("resourceVersion"), versions);
                checkMatch(call);
                return new Page(count, null,
                        exact || count > 0 && asked > 0 && call.http().param("resourceVersionMatch").isEmpty()
                                ? asked
                                : 0);
            }
            try {
                JsonNode content = Json.parse(Base64.getUrlDecoder().decode(token));
                ObjectKey after = new ObjectKey(call.type().storage(), Json.text(content, "ns"),
                        Json.text(content, "start"));
                return new Page(count, after, content.get("rv").asLong());
            } catch (IOException | IllegalArgumentException | NullPointerException e) {
                throw ApiError.badRequest("continue key is not valid: " + e.getMessage());
            }
        }

        static String token(long revision, ObjectKey last) {
            String text = "{\"v\":\"meta.k8s.io/v1\",\"rv\":" + revision + ",\"ns\":\"" + last.namespace()
                    + "\",\"start\":\""
                    + last.name() + "\"}";
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        private static int parseLimit(String limit) {
            try {
                return Integer.parseInt(limit);
            } catch (NumberFormatException e) {
                throw ApiError.badRequest("strconv.ParseInt: parsing \"" + limit + "\": invalid syntax");
            }
        }

        private static void checkMatch(ResourceCall call) {
            String match = call.http().param("resourceVersionMatch");
            String revision = call.http().param("resourceVersion");
            if (!match.isEmpty() && revision.isEmpty())
                throw Revisions.invalidOption("resourceVersionMatch",
                        "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided");
            if (match.equals("Exact") && revision.equals("0"))
                throw Revisions.invalidOption("resourceVersionMatch",
                        "Forbidden: resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
        }
    }
}

package io.azureccm.e2e.cluster.patch;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.json.Json;
import io.fabric8.zjsonpatch.CompatibilityFlags;
import io.fabric8.zjsonpatch.JsonPatchException;
import java.util.EnumSet;

/** JSON patch (RFC 6902). An operation that does not apply, including a failed test, rejects the entire patch. */
public final class JsonPatch {
    private static final EnumSet<CompatibilityFlags> AS_KUBERNETES = EnumSet
            .of(CompatibilityFlags.MISSING_VALUES_AS_NULLS, CompatibilityFlags.FORBID_REMOVE_MISSING_OBJECT);

    private JsonPatch() {}

    /** The patched copy; the arguments are not modified. */
    public static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!patch.isArray())
            throw ApiError.badRequest("cannot unmarshal object into Go value of type jsonpatch.Patch");
        JsonNode result = target;
        for (JsonNode operation : patch) {
            if (!isNullTestOfNothing(operation, result))
                result = applyOne(Json.array().add(operation), result);
        }
        return result;
    }

    /** To Kubernetes, unlike the RFC, what is not there equals null. */
    private static boolean isNullTestOfNothing(JsonNode operation, JsonNode target) {
        String path = Json.text(operation, "path");
        return Json.text(operation, "op").equals("test") && !operation.hasNonNull("value") && path.startsWith("/")
                && target.at(path).isMissingNode();
    }

    private static JsonNode applyOne(JsonNode patch, JsonNode target) {
        try {
            return io.fabric8.zjsonpatch.JsonPatch.apply(patch, target, AS_KUBERNETES);
        } catch (IllegalArgumentException unreadable) {
            throw ApiError.badRequest(unreadable.getMessage());
        } catch (JsonPatchException failed) {
            throw failed.getOperation() == null
                    ? ApiError.badRequest(failed.getMessage())
                    : ApiError.unprocessable(failed.getMessage());
        }
    }
}

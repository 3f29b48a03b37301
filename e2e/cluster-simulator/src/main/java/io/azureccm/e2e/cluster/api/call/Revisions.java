package io.azureccm.e2e.cluster.api.call;

import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.store.VersionFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parsing of {@code resourceVersion} parameters, and their errors. */
public final class Revisions {
    private Revisions() {}

    /** 0 for none and for "any". */
    public static long parse(String text, VersionFormat versions) {
        if (text.isEmpty())
            return 0;
        return versions.revision(text)
                .orElseThrow(() -> invalidOption("resourceVersion", "Invalid value: \"" + text
                        + "\": strconv.ParseUint: parsing \"" + text + "\": invalid syntax"));
    }

    public static ApiError tooLarge(long asked, long current) {
        ApiError error = ApiError.of(504, "Timeout", "Too large resource version: " + asked + ", current: " + current);
        error.status()
                .withObject("/details")
                .put("retryAfterSeconds", 1)
                .putArray("causes")
                .addObject()
                .put("reason", "ResourceVersionTooLarge")
                .put("message", "Too large resource version");
        return error;
    }

    public static ApiError invalidOption(String field, String message) {
        return invalidOption("ListOptions", field, "FieldValueInvalid", message);
    }

    /** An invalid query parameter; {@code options} is the kind that the API decodes the query into. */
    public static ApiError invalidOption(String options, String field, String reason, String message) {
        ResourceType type = new ResourceType("meta.k8s.io", "v1", options.toLowerCase(Locale.ROOT), options, Set.of(),
                Set.of(), Set.of());
        return ApiError.invalid(type, "", List.of(new ApiError.Cause(reason, message, field)));
    }
}

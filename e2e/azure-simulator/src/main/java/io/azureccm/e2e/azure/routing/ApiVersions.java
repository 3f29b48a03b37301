package io.azureccm.e2e.azure.routing;

import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import java.util.List;
import java.util.Optional;

/** Every ARM request needs an api-version; any date in the range is accepted. */
final class ApiVersions {
    private static final String FIRST = "2015-05-01";
    private static final String LAST = "2027-12-31";

    private ApiVersions() {}

    static void check(ArmRequest request, List<String> path) {
        Optional<String> version = request.parameter("api-version").filter(text -> !text.isBlank());
        if (version.isEmpty()) {
            throw new ArmError(400, "MissingApiVersionParameter",
                    "The api-version query parameter (?api-version=) is required for all requests.").fromGateway();
        }
        String date = version.get().length() >= 10 ? version.get().substring(0, 10) : version.get();
        if (!version.get().matches("\\d{4}-\\d{2}-\\d{2}(-[a-z]+)?")) {
            throw new ArmError(400, "InvalidApiVersionParameter", "The api-version '" + version.get()
                    + "' is invalid. The supported versions are '" + FIRST + "' to '" + LAST + "'.").fromGateway();
        }
        if (date.compareTo(FIRST) < 0 || date.compareTo(LAST) > 0) {
            String where = path.size() > 3 ? path.getLast() : "subscriptions";
            throw new ArmError(400, "NoRegisteredProviderFound", "No registered resource provider found for location"
                    + " and API version '" + version.get() + "' for type '" + where
                    + "'. The supported api-versions are"
                    + " '" + FIRST + "' to '" + LAST + "'.").fromGateway();
        }
    }
}

package io.azureccm.e2e.cluster.api;

import io.azureccm.e2e.cluster.api.call.ApiFaults;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.cluster.api.watch.Watches;
import io.azureccm.e2e.cluster.schema.ResourceCatalog;

/** The parts of an {@link ApiServer}. */
public record ApiParts(ResourceCatalog catalog, ResourceVerbs resources, Watches watches, Access access,
        Reviews reviews,
        ApiFaults faults,
        RequestLog log) {

    Discovery discovery() {
        return new Discovery(catalog);
    }

    OpenApi openApi() {
        return new OpenApi(catalog, resources.types());
    }
}

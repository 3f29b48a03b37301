package io.azureccm.e2e.cluster.api;

import java.util.function.BiConsumer;

import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.schema.ResourceCatalog;

/** What an {@link ApiServer} is made of. {@code bugs} hears of failures that are not the client's. */
public record ApiParts(ResourceCatalog catalog, ResourceVerbs resources, Watches watches, Access access,
        Reviews reviews,
        ApiFaults faults,
        BiConsumer<HttpRequest, RuntimeException> bugs) {

    Discovery discovery() {
        return new Discovery(catalog);
    }

    OpenApi openApi() {
        return new OpenApi(catalog);
    }

    void reportBug(HttpRequest http, RuntimeException bug) {
        bugs.accept(http, bug);
    }
}

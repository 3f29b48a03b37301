package io.azureccm.e2e.cluster.http;

import java.io.IOException;

/** Handles requests, each on its own virtual thread; it may block. */
@FunctionalInterface
public interface HttpHandler {
    void handle(HttpRequest request, HttpExchange exchange) throws IOException, InterruptedException;
}

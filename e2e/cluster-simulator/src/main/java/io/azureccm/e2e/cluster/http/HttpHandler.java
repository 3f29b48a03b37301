package io.azureccm.e2e.cluster.http;

import java.io.IOException;

/** Answers requests, each on a virtual thread of its own; it may block for as long as it likes. */
@FunctionalInterface
public interface HttpHandler {
    void handle(HttpRequest request, HttpExchange exchange) throws IOException, InterruptedException;
}

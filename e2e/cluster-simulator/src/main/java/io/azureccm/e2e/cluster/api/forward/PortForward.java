package io.azureccm.e2e.cluster.api.forward;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.http.HttpExchange;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.http.WebSocketFrames;
import io.azureccm.e2e.cluster.json.Json;
import java.io.IOException;
import java.net.Socket;
import java.util.List;

/**
 * {@code kubectl port-forward}: connects to the port at the address in the pod's status, where a test or the playground
 * runs a program. Speaks SPDY/3.1, through a WebSocket like kubectl since 1.31, or directly like older versions.
 */
public final class PortForward {
    private static final String TUNNEL = "SPDY/3.1+portforward.k8s.io";

    private PortForward() {}

    public static boolean covers(ResourceCall call) {
        return call.type().storage().equals("pods") && call.sub().equals("portforward");
    }

    /** Serves until the client closes it. */
    public static void serve(HttpRequest http, ObjectNode pod, HttpExchange exchange)
            throws IOException, InterruptedException {
        String address = Json.text(pod, "status", "podIP");
        if (address.isEmpty())
            throw ApiError.of(400, "BadRequest", "pod " + Json.text(pod, "metadata", "name") + " has no address");
        if (http.header("upgrade").equalsIgnoreCase("SPDY/3.1")) {
            exchange.header("Upgrade", "SPDY/3.1");
            exchange.header("Connection", "Upgrade");
            exchange.header("X-Stream-Protocol-Version", "portforward.k8s.io");
            Socket raw = exchange.upgrade();
            try (ForwardedStreams streams = new ForwardedStreams(address, raw.getOutputStream()::write)) {
                streams.receive(raw.getInputStream());
            }
            return;
        }
        if (!WebSocketFrames.wanted(http) || WebSocketFrames.offered(http, List.of(TUNNEL)).isEmpty())
            throw ApiError.of(400, "BadRequest", "Upgrade request required");
        WebSocketFrames frames = WebSocketFrames.accept(http, exchange, TUNNEL);
        try (ForwardedStreams streams = new ForwardedStreams(address, frames::binary)) {
            frames.receive(streams::receive);
        }
    }
}

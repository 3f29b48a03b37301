package io.azureccm.common.arm.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ApiVersions;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.http.ArmBodies;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ArmErrors;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.arm.http.ArmRequest;
import io.azureccm.common.arm.http.ArmResponse;
import io.azureccm.common.arm.http.ArmWire;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.operation.LongRunningOperation;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.arm.operation.PollRoute;
import io.azureccm.common.arm.shape.ResourceCheck;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * ARM over HTTP: one request per call plus pages and polls, without retries and limits (which wrap this gateway). A write is
 * complete when its first response shows the provisioning state Succeeded, even if it also names an operation, as in ARM's
 * own clients; otherwise the operation is polled until it completes.
 */
public final class PipelineArmGateway implements ArmGateway {
    private final ArmEndpoint endpoint;
    private final ApiVersions versions;
    private final ArmWire wire;
    private final ResponseLimits limits;
    private final LongRunningOperation operation;

    public PipelineArmGateway(ArmEndpoint endpoint, ApiVersions versions, ArmWire wire, OperationSettings settings,
            ResponseLimits limits, ArmClock clock) {
        this.endpoint = endpoint;
        this.versions = versions;
        this.wire = wire;
        this.limits = limits;
        this.operation = new LongRunningOperation(wire, endpoint, settings, clock);
    }

    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        ArmRequest request = ArmRequest.get(id, url(id, "", query));
        ArmResponse response = wire.send(request);
        if (response.status() == 200)
            return Optional.of(object(request, response));
        return absent(request, response);
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        ListPages pages = new ListPages(endpoint, limits);
        ArmRequest request = ArmRequest.get(collection, url(collection, "", query));
        ArmResponse response = wire.send(request);
        if (response.status() != 200) {
            absent(request, response);
            return ArmList.of(List.of());
        }
        for (Optional<URI> next = pages.add(request, response); next.isPresent(); next = pages.add(request, response)) {
            request = request.follow(next.get());
            response = wire.send(request);
            // A missing later page is not an empty list: the known part would be truncated.
            if (response.status() != 200)
                throw ArmErrors.of(request, response);
        }
        return pages.all();
    }

    @Override
    public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
        ArmRequest request = new ArmRequest(Kind.PUT, id, "", url(id, "", Map.of()), body, ifMatch);
        ArmResponse first = accepted(request, wire.send(request));
        Optional<ObjectNode> shown = first.object();
        Optional<PollRoute> route = PollRoute.of(request, first);
        String state = first.provisioningState();
        if (shown.isPresent() && first.status() != 202
                && (state.equalsIgnoreCase("Succeeded") || state.isEmpty() && route.isEmpty())) {
            return result(id, shown, true);
        }
        if (route.isEmpty())
            route = Optional.of(resourceRoute(request, first, state));
        Optional<ObjectNode> last = operation.await(request, first, route.get())
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast);
        return last.isPresent()
                ? result(id, last, true)
                : result(id, shown.map(PipelineArmGateway::succeeded), false);
    }

    /** Without the resource if it cannot be read: it has to be read again. */
    private static PutResult result(ArmId id, Optional<ObjectNode> body, boolean isFinal) {
        return new PutResult(body
                .filter(resource -> resource.has("id") && ResourceCheck.resource(id, resource).isEmpty()), isFinal);
    }

    /** The body of the first response with the state at the end of the operation. */
    private static ObjectNode succeeded(ObjectNode shown) {
        if (shown.path("properties") instanceof ObjectNode properties && properties.has("provisioningState"))
            properties.put("provisioningState", "Succeeded");
        return shown;
    }

    @Override
    public boolean delete(ArmId id, String ifMatch) {
        ArmRequest request = new ArmRequest(Kind.DELETE, id, "", url(id, "", Map.of()), null, ifMatch);
        ArmResponse first = wire.send(request);
        if (first.status() == 204)
            return false;
        if (first.status() == 404) {
            absent(request, first);
            return false;
        }
        accepted(request, first);
        Optional<PollRoute> route = PollRoute.of(request, first);
        if (route.isEmpty() && first.status() == 202)
            route = Optional.of(PollRoute.resource(request.url()));
        route.ifPresent(where -> operation.await(request, first, where));
        return true;
    }

    @Override
    public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
        ArmRequest request = new ArmRequest(Kind.POST, id, action, url(id, "/" + action, Map.of()), body, "");
        ArmResponse first = accepted(request, wire.send(request));
        Optional<PollRoute> route = PollRoute.of(request, first);
        if (route.isPresent())
            return operation.await(request, first, route.get()).or(first::json);
        if (first.status() == 202)
            throw ArmErrors.unreadable(request, first, "no address to poll the operation at");
        return first.json();
    }

    /** Nothing names the operation: only the resource itself can show it, and only if it has a state that can change. */
    private static PollRoute resourceRoute(ArmRequest request, ArmResponse first, String state) {
        if (state.equalsIgnoreCase("Failed") || state.equalsIgnoreCase("Canceled"))
            throw ArmErrors.operationFailed(request, first, state, ArmErrors.Envelope.NONE);
        if (first.object().isEmpty() && first.status() != 202)
            throw ArmErrors.unreadable(request, first, first.insteadOfObject());
        return PollRoute.resource(request.url());
    }

    private static ArmResponse accepted(ArmRequest request, ArmResponse response) {
        if (!response.isSuccess())
            throw ArmErrors.of(request, response);
        return response;
    }

    /** Always empty: throws unless the response shows that the resource does not exist. */
    private static Optional<ObjectNode> absent(ArmRequest request, ArmResponse response) {
        if (response.isSuccess())
            throw ArmErrors.unreadable(request, response, "no content");
        ArmException error = ArmErrors.of(request, response);
        if (error.kind() != ArmException.Kind.NOT_FOUND)
            throw error;
        return Optional.empty();
    }

    private static ObjectNode object(ArmRequest request, ArmResponse response) {
        Optional<JsonNode> body = response.json();
        if (body.isEmpty() && ArmBodies.exceedsLimits(response.body()))
            throw ArmErrors.unreadable(request, response,
                    new UnreadableResource(request.target(), true, response.insteadOfObject()));
        JsonNode resource = body
                .orElseThrow(() -> ArmErrors.unreadable(request, response, response.insteadOfObject()));
        ResourceCheck.resource(request.target(), resource).ifPresent(unreadable -> {
            throw ArmErrors.unreadable(request, response, unreadable);
        });
        return (ObjectNode) resource;
    }

    private URI url(ArmId id, String suffix, Map<String, String> query) {
        return endpoint.url(id, suffix, query, versions.of(id));
    }
}

package io.azureccm.e2e.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.faults.FaultJson;
import io.azureccm.e2e.azure.operations.LatencyFile;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.store.ResourceStore;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The control API below {@code /_sim} and the page at {@code /}, both on the HTTP port only. */
public final class ControlRoutes {
    private final AzureSimulator simulator;
    private final ArmService arm;
    private final StatusPage page;
    private final Map<String, ResourceStore.Snapshot> snapshots = new LinkedHashMap<>();

    public ControlRoutes(AzureSimulator simulator, ArmService arm) {
        this.simulator = simulator;
        this.arm = arm;
        this.page = new StatusPage(simulator);
    }

    public Optional<Route> route(ArmRequest request) {
        List<String> path = request.segments();
        if (path.isEmpty())
            return answer(request, r -> ArmResponse.text(200, "text/html; charset=utf-8", page.html()));
        if (!path.getFirst().equals("_sim"))
            return Optional.empty();
        return answer(request, r -> {
            try {
                return control(r, path.size() > 1 ? path.get(1) : "", path.size() > 2 ? path.get(2) : "");
            } catch (IllegalArgumentException | IOException e) {
                throw ArmError.of("InvalidControlRequest", String.valueOf(e.getMessage()));
            }
        });
    }

    private static Optional<Route> answer(ArmRequest request, Function<ArmRequest, ArmResponse> work) {
        return Optional.of(new Route(Route.Kind.CONTROL, request.method(), "control", request.path(),
                visit -> () -> work.apply(visit.request())));
    }

    private ArmResponse control(ArmRequest request, String what, String name) throws IOException {
        return switch (request.method() + " " + what) {
            case "GET " -> ArmResponse.text(200, "text/plain; charset=utf-8", StatusPage.HELP);
            case "GET state" -> ArmResponse.json(200, Json.tree(simulator.state()));
            case "GET calls" -> ArmResponse.json(200, calls(request));
            case "GET counters" -> ArmResponse.json(200, simulator.calls().counters().json());
            case "DELETE calls", "DELETE counters" -> done(simulator.calls()::reset);
            case "GET problems" -> ArmResponse.json(200, Json.tree(simulator.problems()));
            case "GET operations" -> ArmResponse.json(200, operations());
            case "GET ca.pem" -> ArmResponse.text(200, "application/x-pem-file", simulator.caPem());
            case "GET token" -> ArmResponse.text(200, "text/plain", simulator.token());
            case "POST seed" -> done(() -> simulator.seed(body(request)));
            case "GET faults" -> ArmResponse.json(200, FaultJson.show(simulator.faults().all()));
            case "POST faults" -> ArmResponse.json(201, addFaults(body(request)));
            case "DELETE faults" -> removeFaults(name);
            case "PUT latencies" -> done(() -> simulator.latencies(LatencyFile.parse(body(request))));
            case "POST power" -> done(() -> simulator.machines().power(need(request, "id"), need(request, "state")));
            case "POST remove" -> done(() -> simulator.machines().remove(need(request, "id")));
            case "POST scale" -> ArmResponse.json(200, Json.tree(simulator.machines()
                    .scale(need(request, "id"),
                            Integer.parseInt(need(request, "count")))));
            case "POST edit" -> done(() -> simulator.machines().edit(need(request, "id"), (ObjectNode) body(request)));
            case "GET flows" -> ArmResponse.json(200, flows(request));
            case "POST health" -> done(() -> simulator.probes()
                    .set(need(request, "address"), Boolean.parseBoolean(need(request, "answers"))));
            case "PUT snapshots" -> done(() -> snapshots.put(name, simulator.snapshot()));
            case "POST restore" -> restore(name);
            default -> throw ArmError.of("UnknownControl", request.method(), what);
        };
    }

    /** The number of new flows to each address; "none" for those without a member. */
    private JsonNode flows(ArmRequest request) {
        int count = request.parameter("count").map(Integer::parseInt).orElse(1000);
        ObjectNode byAddress = Json.object();
        for (long flow = 0; flow < count; flow++) {
            String address = simulator.flows()
                    .open(need(request, "id"), Integer.parseInt(need(request, "port")), flow)
                    .orElse("none");
            byAddress.put(address, byAddress.path(address).asInt() + 1);
        }
        return byAddress;
    }

    private static ArmResponse done(Runnable work) {
        work.run();
        return ArmResponse.json(200, Json.object().put("done", true));
    }

    private static JsonNode body(ArmRequest request) {
        try {
            return Json.parse(request.body());
        } catch (IOException e) {
            throw new IllegalArgumentException("the body is not JSON: " + e.getMessage(), e);
        }
    }

    private static String need(ArmRequest request, String parameter) {
        return request.parameter(parameter)
                .orElseThrow(() -> new IllegalArgumentException("parameter " + parameter + " is missing"));
    }

    private JsonNode calls(ArmRequest request) {
        int last = request.parameter("last").map(Integer::parseInt).orElse(Integer.MAX_VALUE);
        return Json.tree(simulator.calls().last(last));
    }

    private JsonNode operations() {
        return arm.settled(() -> Json.tree(arm.operations().all().stream().map(Operation::summary).toList()));
    }

    private JsonNode addFaults(JsonNode body) {
        List<JsonNode> faults = body.isArray() ? body.valueStream().toList() : List.of(body);
        return Json.tree(faults.stream().map(FaultJson::parse).map(simulator.faults()::add).toList());
    }

    private ArmResponse removeFaults(String name) {
        if (name.isEmpty())
            return done(simulator.faults()::clear);
        return simulator.faults().remove(Integer.parseInt(name)) ? done(() -> {}) : ArmResponse.empty(404);
    }

    private ArmResponse restore(String name) {
        ResourceStore.Snapshot moment = snapshots.get(name);
        if (moment == null)
            throw ArmError.of("UnknownSnapshot", name);
        return done(() -> simulator.restore(moment));
    }
}

package io.azureccm.e2e.suite.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.node.NodeControllerApplication;
import io.azureccm.route.RouteControllerApplication;
import io.azureccm.service.ServiceControllerApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.context.ConfigurableApplicationContext;

/** An app as its main method starts it, in this process, and what its actuator says. */
public record RunningApp(ConfigurableApplicationContext context, String actuator) implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<App, Class<?>> CLASSES = Map.of(App.NODE, NodeControllerApplication.class, App.SERVICE,
            ServiceControllerApplication.class, App.ROUTE, RouteControllerApplication.class);

    public static RunningApp start(App app, List<String> flags, Map<String, String> environment) {
        return switch (ControllerLauncher.launch(app, CLASSES.get(app), AdminClient.allowed(flags), environment)) {
            case Launch.Running(ConfigurableApplicationContext context) -> new RunningApp(context, "https://127.0.0.1:"
                    + context.getEnvironment().getProperty("local.server.port") + "/actuator");
            case Launch.Ended(int code, List<String> lines) ->
                throw new AssertionError("ended with " + code + ": " + lines);
        };
    }

    /** A path below {@code /actuator}. */
    HttpResponse<String> get(String path) {
        return ask(actuator + path);
    }

    /** The same; {@code headers} are names and values by turns. */
    public HttpResponse<String> get(String path, String... headers) {
        return AdminClient.CLIENT.require(actuator + path, headers);
    }

    /** A path of the server, with {@code /actuator} in it or beside it. */
    public HttpResponse<String> getFromRoot(String path) {
        return ask(URI.create(actuator).resolve(path).toString());
    }

    private static HttpResponse<String> ask(String address) {
        return AdminClient.CLIENT.require(address);
    }

    /** A component of the overall health with its status and details. */
    public JsonNode component(String name) {
        try {
            return JSON.readTree(get("/health").body()).path("components").path(name);
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    public boolean isReady() {
        return get("/health/readiness").statusCode() == 200;
    }

    public boolean leads() {
        return component("leadership").path("details").path("leading").asBoolean();
    }

    public String cause(String component) {
        return component(component).path("details").path("cause").asText();
    }

    public void awaitReady() {
        await("ready", this::isReady, () -> get("/health").body());
    }

    /** Waits for a condition and says what there was instead. */
    public static void await(String what, BooleanSupplier condition, Supplier<String> instead) {
        long deadline = System.nanoTime() + SteadyState.BOUND.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline)
                throw new AssertionError("not " + what + " in time, but: " + instead.get());
            try {
                Thread.sleep(50);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stop);
            }
        }
    }

    @Override
    public void close() {
        context.close();
    }
}

package io.azureccm.e2e.suite.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.AzureSimulatorBuilder;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.service.reconcile.known.ServiceTiming;
import java.util.function.UnaryOperator;

/** What a scenario is made of; {@code more} is added to the infrastructure, {@code config} is laid over the cloud config. */
public record ScenarioSetup(AzureSimulatorBuilder azure, int machines, UnaryOperator<Infrastructure> more,
        ObjectNode config,
        ServiceTiming timing, boolean lease, boolean wired) {
    public static ScenarioSetup of(int machines) {
        return new ScenarioSetup(AzureSimulator.builder(), machines, infrastructure -> infrastructure, Json.object(),
                ServiceScenario.QUICK,
                false, false);
    }

    public ScenarioSetup azure(AzureSimulatorBuilder builder) {
        return new ScenarioSetup(builder, machines, more, config, timing, lease, wired);
    }

    public ScenarioSetup config(String key, String value) {
        return new ScenarioSetup(azure, machines, more, config.deepCopy().put(key, value), timing, lease, wired);
    }

    /** The same for a value that is no string, written as JSON. */
    public ScenarioSetup configJson(String key, String json) {
        ObjectNode next = config.deepCopy();
        next.set(key, Json.parse(json));
        return new ScenarioSetup(azure, machines, more, next, timing, lease, wired);
    }

    public ScenarioSetup timing(ServiceTiming value) {
        return new ScenarioSetup(azure, machines, more, config, value, lease, wired);
    }

    public ScenarioSetup infrastructure(UnaryOperator<Infrastructure> value) {
        return new ScenarioSetup(azure, machines, value, config, timing, lease, wired);
    }

    /** The controller holds the resource lease while it writes. */
    public ScenarioSetup resourceLease() {
        return new ScenarioSetup(azure, machines, more, config, timing, true, true);
    }

    /** Over connections and in the time of the machine: for what is about one of both. */
    public ScenarioSetup onTheWire() {
        return new ScenarioSetup(azure, machines, more, config, timing, lease, true);
    }
}

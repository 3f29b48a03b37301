package io.azureccm.e2e.suite.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.AzureSimulatorBuilder;
import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.service.reconcile.known.Timing;
import java.util.function.UnaryOperator;

/** What a scene is made of; {@code more} is added to the estate, {@code config} is laid over the cloud config. */
record Setting(AzureSimulatorBuilder azure, int machines, UnaryOperator<Estate> more, ObjectNode config,
        Timing timing, boolean lease) {
    static Setting of(int machines) {
        return new Setting(AzureSimulator.builder(), machines, estate -> estate, Json.object(), Scene.QUICK,
                false);
    }

    Setting azure(AzureSimulatorBuilder builder) {
        return new Setting(builder, machines, more, config, timing, lease);
    }

    Setting config(String key, String value) {
        return new Setting(azure, machines, more, config.deepCopy().put(key, value), timing, lease);
    }

    /** The same for a value that is no string, written as JSON. */
    Setting configJson(String key, String json) {
        ObjectNode next = config.deepCopy();
        next.set(key, Json.parse(json));
        return new Setting(azure, machines, more, next, timing, lease);
    }

    Setting timing(Timing value) {
        return new Setting(azure, machines, more, config, value, lease);
    }

    Setting estate(UnaryOperator<Estate> value) {
        return new Setting(azure, machines, value, config, timing, lease);
    }

    /** The controller holds the resource lease while it writes. */
    Setting resourceLease() {
        return new Setting(azure, machines, more, config, timing, true);
    }
}

package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a scenario asks of Azure: ids of its infrastructure, a cloud config for it, how much it was called, what is left in it. */
record ScenarioAzure(SimulatedAzure azure, Infrastructure infrastructure) {
    private static final ObjectMapper JSON = new ObjectMapper();

    AzureSimulator simulator() {
        return azure.simulator();
    }

    String networkId(String type, String name) {
        return "/subscriptions/" + infrastructure.subscription() + "/resourceGroups/" + infrastructure.resourceGroup()
                + "/providers/Microsoft.Network/" + type + "/" + name;
    }

    /** Writes a cloud config whose client the simulator's call log names; {@code overlay} is laid over it. */
    Path cloudConfig(Path file, String client, ObjectNode overlay) {
        ObjectNode config = JSON.createObjectNode()
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location())
                .put("vnetName", infrastructure.network())
                .put("subnetName", infrastructure.subnet())
                .put("securityGroupName", infrastructure.securityGroup())
                .put("loadBalancerSku", "Standard");
        config.setAll(azure.access());
        config.put("aadClientId", client).setAll(overlay);
        try {
            return Files.writeString(file, JSON.writeValueAsString(config));
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + file, e);
        }
    }

    void assertCalls(int mostReads, int mostWrites) {
        var calls = simulator().calls().counters();
        assertThat(calls.reads()).as(() -> "reads of" + azure.callLog()).isLessThanOrEqualTo(mostReads);
        assertThat(calls.writes()).as(() -> "writes of" + azure.callLog()).isLessThanOrEqualTo(mostWrites);
    }

    /** One look at Azure and, by its versions, at the cluster; settled when no operation runs. */
    Observation look(String clusterVersions) {
        return new Observation(simulator().runningOperations() == 0, azure.fingerprint() + " " + clusterVersions);
    }

    Observation lookAtWrites() {
        return new Observation(simulator().runningOperations() == 0,
                simulator().calls().counters().writes() + " writes");
    }

    /** The ends of a controller's log and of the calls it made. */
    String story(String log) {
        return end(log, 8000) + end(azure.callLog(), 4000);
    }

    private static String end(String text, int length) {
        return text.length() <= length ? text : "..." + text.substring(text.length() - length);
    }

    /** Nothing that Services need is in Azure any more. */
    void assertNothingLeft() {
        assertThat(simulator().state().keySet())
                .noneMatch(id -> id.contains("/loadBalancers/") || id.contains("/publicIPAddresses/"));
        JsonNode group = simulator()
                .resource(networkId("networkSecurityGroups", infrastructure.securityGroup()))
                .orElseThrow();
        assertThat(group.at("/properties/securityRules")).as("security rules").isEmpty();
    }
}

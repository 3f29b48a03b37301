package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.suite.harness.SimulatedAzure;
import io.azureccm.e2e.suite.harness.Stillness.Look;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a scene asks of Azure: ids of its estate, a cloud config for it, how much it was called, what is left in it. */
record SceneAzure(SimulatedAzure azure, Estate estate) {
    private static final ObjectMapper JSON = new ObjectMapper();

    AzureSimulator simulator() {
        return azure.simulator();
    }

    String networkId(String type, String name) {
        return "/subscriptions/" + estate.subscription() + "/resourceGroups/" + estate.resourceGroup()
                + "/providers/Microsoft.Network/" + type + "/" + name;
    }

    /** Writes a cloud config whose client the simulator's call log names; {@code overlay} is laid over it. */
    Path cloudConfig(Path file, String client, ObjectNode overlay) {
        ObjectNode config = JSON.createObjectNode()
                .put("subscriptionId", estate.subscription())
                .put("resourceGroup", estate.resourceGroup())
                .put("location", estate.location())
                .put("vnetName", estate.network())
                .put("subnetName", estate.subnet())
                .put("securityGroupName", estate.securityGroup())
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
    Look look(String clusterVersions) {
        return new Look(simulator().runningOperations() == 0, azure.fingerprint() + " " + clusterVersions);
    }

    Look lookAtWrites() {
        return new Look(simulator().runningOperations() == 0, simulator().calls().counters().writes() + " writes");
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
                .resource(networkId("networkSecurityGroups", estate.securityGroup()))
                .orElseThrow();
        assertThat(group.at("/properties/securityRules")).as("security rules").isEmpty();
    }
}

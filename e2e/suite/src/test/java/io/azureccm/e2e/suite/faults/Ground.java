package io.azureccm.e2e.suite.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.gateway.HttpCloudMetadata;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.cloud.CloudSelection;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.arm.States;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.SimulatedAzure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An Azure and a Kubernetes API that sequences are played on one after another; both are as new before each of them. */
final class Ground implements AutoCloseable {
    /** Machines of three scale sets; the nodes on them have the names of the machines. */
    static final List<String> NODES = List.of("vmss-a000000", "vmss-a000001", "vmss-b000000", "vmss-c000000");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> MADE = List.of("services", "nodes", "endpointslices", "events", "leases");

    private final Path folder;
    private final Infrastructure infrastructure = Infrastructure.standard()
            .scaleSet("vmss-a", 2)
            .scaleSet("vmss-b", 1)
            .scaleSet("vmss-c", 1);
    private final SimulatedAzure azure;
    private final ClusterSimulator api;
    private final TrustedCertificates trust;
    private final AzureCloud cloud;
    private final States.Moment fresh;

    Ground(Path folder) {
        this.folder = folder;
        this.azure = new SimulatedAzure(
                AzureSimulator.builder().infrastructure(infrastructure).retryAfter(0).start(), folder);
        try {
            this.api = ClusterSimulator.start();
            this.trust = TrustedCertificates.from(azure.environment());
            this.cloud = CloudSelection
                    .select(config("none", JSON.createObjectNode()).arm().endpoint(), "azure.json", Map.of(),
                            new HttpCloudMetadata(trust.context(), "suite"))
                    .orThrow();
        } catch (IOException unusable) {
            throw new UncheckedIOException(unusable);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
        azure.seed(Foreign.resources(this));
        Foreign.addToShared(this);
        this.fresh = azure().snapshot();
    }

    AzureSimulator azure() {
        return azure.simulator();
    }

    ClusterSimulator api() {
        return api;
    }

    Infrastructure infrastructure() {
        return infrastructure;
    }

    AzureCloud cloud() {
        return cloud;
    }

    TrustedCertificates trust() {
        return trust;
    }

    String callLog() {
        return azure.callLog();
    }

    String networkId(String type, String name) {
        return "/subscriptions/" + infrastructure.subscription() + "/resourceGroups/" + infrastructure.resourceGroup()
                + "/providers/Microsoft.Network/" + type + "/" + name;
    }

    String securityGroupId() {
        return networkId("networkSecurityGroups", infrastructure.securityGroup());
    }

    String routeTableId() {
        return networkId("routeTables", infrastructure.routeTable());
    }

    /** The machine behind a node of this name. */
    String machineId(String node) {
        return infrastructure.scaleSetId(node.substring(0, 6)) + "/virtualMachines/"
                + Integer.parseInt(node.substring(6));
    }

    /** A file to find the API with, as the caller who has this token. */
    Path kubeconfig(String token) {
        try {
            return Files.writeString(folder.resolve("kubeconfig-" + token),
                    api.kubeconfig().replace(api.token(), token));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The cloud config of an instance: what it sends to ARM is logged under its name. */
    io.azureccm.common.config.CloudConfig config(String principal, ObjectNode overlay) {
        ObjectNode config = JSON.createObjectNode()
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location())
                .put("vnetName", infrastructure.network())
                .put("subnetName", infrastructure.subnet())
                .put("securityGroupName", infrastructure.securityGroup())
                .put("routeTableName", infrastructure.routeTable())
                .put("vmType", "vmss")
                .put("loadBalancerSku", "Standard");
        config.setAll(azure.access());
        config.put("aadClientId", principal).setAll(overlay);
        return switch (CloudConfigParser.parse(new ConfigLayer("azure.json", config.toString()), Map.of())) {
            case ParsedCloudConfig.Accepted accepted -> accepted.config();
            case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }

    void seed(ObjectNode resource) {
        ArrayNode one = JSON.createArrayNode().add(resource);
        azure().seed(one);
    }

    /** Everything is as it was when the ground was made. */
    void reset() {
        azure().faults().clear();
        api.faults().clear();
        azure().restore(fresh);
        azure().calls().reset();
        for (String resource : MADE)
            api.list(resource, "").forEach(object -> remove(resource, object));
        api.expireHistory();
        api.requests().clear();
    }

    private void remove(String resource, ObjectNode object) {
        String namespace = object.at("/metadata/namespace").asText();
        String name = object.at("/metadata/name").asText();
        if (resource.equals("services") && name.equals("kubernetes"))
            return;
        if (!object.at("/metadata/finalizers").isEmpty()) {
            ObjectNode patch = JSON.createObjectNode();
            patch.putObject("metadata").putNull("finalizers");
            api.patch(resource, namespace, name, patch);
        }
        api.delete(resource, namespace, name);
    }

    @Override
    public void close() {
        azure.close();
        api.close();
    }
}

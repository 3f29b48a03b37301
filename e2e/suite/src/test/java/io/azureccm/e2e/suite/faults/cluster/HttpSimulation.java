package io.azureccm.e2e.suite.faults.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.gateway.HttpCloudMetadata;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.cloud.CloudSelection;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** A simulation whose simulators are reached over HTTP, by callers who have names there. */
public final class HttpSimulation extends Simulation {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final SimulatedAzure azure;
    private final TrustedCertificates trust;
    private final AzureCloud cloud;

    public HttpSimulation(Path folder) {
        this(folder,
                new SimulatedAzure(AzureSimulator.builder().infrastructure(newInfrastructure()).retryAfter(0).start(),
                        folder),
                start());
    }

    private HttpSimulation(Path folder, SimulatedAzure azure, ClusterSimulator api) {
        super(azure.simulator(), api, newInfrastructure(), Clock.systemUTC());
        this.folder = folder;
        this.azure = azure;
        try {
            this.trust = TrustedCertificates.from(azure.environment());
            this.cloud = CloudSelection
                    .select(config("none", JSON.createObjectNode()).arm().endpoint(), "azure.json", Map.of(),
                            new HttpCloudMetadata(trust.context(), "suite"))
                    .orThrow();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    private static ClusterSimulator start() {
        try {
            return ClusterSimulator.start();
        } catch (IOException unusable) {
            throw new UncheckedIOException(unusable);
        }
    }

    public AzureCloud cloud() {
        return cloud;
    }

    public TrustedCertificates trust() {
        return trust;
    }

    /** A file to find the API with, as the caller who has this token. */
    public Path kubeconfig(String token) {
        try {
            return Files.writeString(folder.resolve("kubeconfig-" + token),
                    api().kubeconfig().replace(api().token(), token));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The cloud config of an instance: what it sends to ARM is logged under its name. */
    public CloudConfig config(String principal, ObjectNode overlay) {
        ObjectNode access = azure.access().put("aadClientId", principal);
        return config(access, overlay);
    }
}

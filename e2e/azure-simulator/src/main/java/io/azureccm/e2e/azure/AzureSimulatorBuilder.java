package io.azureccm.e2e.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.arm.SeedLoader;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.Settings;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Options of a simulator. Defaults: free ports, no resources, instant operations, no throttling. */
public final class AzureSimulatorBuilder {
    int httpsPort;
    int httpPort;
    boolean hasPorts = true;
    long randomSeed = 1;
    boolean acceptsAnyToken;
    Latencies latencies = Latencies.none();
    ThrottlingProfile throttling = ThrottlingProfile.off();
    SimClock clock = SimClock.system();
    final List<JsonNode> seeds = new ArrayList<>();
    private int retryAfter = 1;
    private int pageSize = 100;
    private Settings.Busy busy = Settings.Busy.CONFLICT;
    private boolean upperCaseComputeGroups;
    private Limits limits = Limits.azureDefault();

    AzureSimulatorBuilder() {}

    /** Ports to listen on; 0 selects a free one. */
    public AzureSimulatorBuilder ports(int https, int http) {
        httpsPort = https;
        httpPort = http;
        return this;
    }

    /** Opens no ports; clients use {@link AzureSimulator#answer}. */
    public AzureSimulatorBuilder withoutPorts() {
        hasPorts = false;
        return this;
    }

    /** Seed of all random values: GUIDs, latencies, fault probabilities. */
    public AzureSimulatorBuilder randomSeed(long value) {
        randomSeed = value;
        return this;
    }

    /** ARM accepts any token or none. */
    public AzureSimulatorBuilder acceptAnyToken() {
        acceptsAnyToken = true;
        return this;
    }

    public AzureSimulatorBuilder latencies(Latencies value) {
        latencies = value;
        return this;
    }

    /** Retry-After in seconds of accepted writes and unfinished polls; 0 omits the header. */
    public AzureSimulatorBuilder retryAfter(int seconds) {
        retryAfter = seconds;
        return this;
    }

    public AzureSimulatorBuilder pageSize(int size) {
        pageSize = size;
        return this;
    }

    /** The response to a write while another operation runs on the same resource. */
    public AzureSimulatorBuilder busy(Settings.Busy value) {
        busy = value;
        return this;
    }

    public AzureSimulatorBuilder limits(Limits value) {
        limits = value;
        return this;
    }

    /** Compute writes resource groups in IDs in upper case, as it sometimes does. */
    public AzureSimulatorBuilder upperCaseComputeGroups() {
        upperCaseComputeGroups = true;
        return this;
    }

    public AzureSimulatorBuilder throttling(ThrottlingProfile value) {
        throttling = value;
        return this;
    }

    public AzureSimulatorBuilder clock(SimClock value) {
        clock = value;
        return this;
    }

    public AzureSimulatorBuilder seed(JsonNode seed) {
        seeds.add(seed);
        return this;
    }

    public AzureSimulatorBuilder seed(Path file) throws IOException {
        return seed(SeedLoader.read(file));
    }

    public AzureSimulatorBuilder infrastructure(Infrastructure infrastructure) {
        return seed(Json.object().set("resources", infrastructure.resources()));
    }

    public AzureSimulator start() {
        return new AzureSimulator(this);
    }

    Settings settings() {
        return new Settings(retryAfter, pageSize, busy, upperCaseComputeGroups, limits);
    }
}

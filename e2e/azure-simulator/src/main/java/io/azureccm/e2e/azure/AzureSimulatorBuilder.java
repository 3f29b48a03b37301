package io.azureccm.e2e.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.seed.SeedLoader;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.Settings;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Options of a simulator. Defaults: free ports, no resources, instant operations, no throttling. */
public final class AzureSimulatorBuilder {
    private int httpsPort;
    private int httpPort;
    private boolean ports = true;
    private long randomSeed = 1;
    private boolean acceptAnyToken;
    private Settings settings = Settings.defaults();
    private Latencies latencies = Latencies.none();
    private ThrottlingProfile throttling = ThrottlingProfile.off();
    private SimClock clock = SimClock.system();
    private final List<JsonNode> seeds = new ArrayList<>();

    AzureSimulatorBuilder() {}

    /** Ports to listen on; 0 selects a free one. */
    public AzureSimulatorBuilder ports(int https, int http) {
        httpsPort = https;
        httpPort = http;
        return this;
    }

    /** Opens no ports; clients use {@link AzureSimulator#answer}. */
    public AzureSimulatorBuilder withoutPorts() {
        ports = false;
        return this;
    }

    /** Seed of all random values: GUIDs, latencies, fault probabilities. */
    public AzureSimulatorBuilder randomSeed(long value) {
        randomSeed = value;
        return this;
    }

    /** ARM accepts any token or none. */
    public AzureSimulatorBuilder acceptAnyToken() {
        acceptAnyToken = true;
        return this;
    }

    public AzureSimulatorBuilder latencies(Latencies value) {
        latencies = value;
        return this;
    }

    /** Retry-After in seconds of accepted writes and unfinished polls; 0 omits the header. */
    public AzureSimulatorBuilder retryAfter(int seconds) {
        return settings(old -> old.withRetryAfter(seconds));
    }

    public AzureSimulatorBuilder pageSize(int size) {
        return settings(old -> old.withPageSize(size));
    }

    /** The response to a write while another operation runs on the same resource. */
    public AzureSimulatorBuilder busy(Settings.Busy busy) {
        return settings(old -> old.withBusy(busy));
    }

    public AzureSimulatorBuilder limits(Limits limits) {
        return settings(old -> old.withLimits(limits));
    }

    public AzureSimulatorBuilder settings(UnaryOperator<Settings> change) {
        settings = change.apply(settings);
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

    boolean hasPorts() {
        return ports;
    }

    int httpsPort() {
        return httpsPort;
    }

    int httpPort() {
        return httpPort;
    }

    long randomSeed() {
        return randomSeed;
    }

    boolean acceptsAnyToken() {
        return acceptAnyToken;
    }

    Settings settings() {
        return settings;
    }

    Latencies latencies() {
        return latencies;
    }

    ThrottlingProfile throttling() {
        return throttling;
    }

    SimClock clock() {
        return clock;
    }

    List<JsonNode> seeds() {
        return seeds;
    }
}

package io.azureccm.e2e.suite.harness.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.Counters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The ARM simulator in this process; its certificate is written to the given folder. */
public final class SimulatedAzure implements Azure {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AzureSimulator simulator;
    private final Optional<Path> certificate;

    public SimulatedAzure(AzureSimulator simulator, Path folder) {
        this.simulator = simulator;
        this.certificate = Optional.of(folder.resolve("azure-ca.pem"));
        try {
            Files.writeString(certificate.get(), simulator.caPem());
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + certificate, e);
        }
    }

    /** One without ports, for controllers that reach it without a connection. */
    public SimulatedAzure(AzureSimulator simulator) {
        this.simulator = simulator;
        this.certificate = Optional.empty();
    }

    public AzureSimulator simulator() {
        return simulator;
    }

    @Override
    public void seed(Collection<ObjectNode> resources) {
        simulator.seed(JSON.createArrayNode().addAll(resources));
    }

    @Override
    public List<ObjectNode> resources() {
        return simulator.state().values().stream().map((JsonNode resource) -> (ObjectNode) resource).toList();
    }

    @Override
    public Calls calls() {
        Counters counters = simulator.calls().counters();
        return new Calls(counters.reads() - counters.of("GET", "providers"), counters.writes());
    }

    @Override
    public String fingerprint() {
        Counters counters = simulator.calls().counters();
        return counters.reads() + "r " + counters.writes() + "w " + counters.polls() + "p " + counters.tokens() + "t "
                + simulator.runningOperations() + " running";
    }

    /** Reads and writes as lines, for the message of a failed test. */
    public String callLog() {
        return simulator.calls()
                .all()
                .stream()
                .filter(call -> call.isRead() || call.isWrite())
                .map(call -> "\n" + call.line())
                .collect(Collectors.joining());
    }

    @Override
    public ObjectNode access() {
        // An empty cloud takes the first one that the metadata of the endpoint names.
        return JSON.createObjectNode()
                .put("cloud", "")
                .put("resourceManagerEndpoint", simulator.url())
                .put("tenantId", "simulated-tenant")
                .put("aadClientId", "suite")
                .put("aadClientSecret", "not-a-secret");
    }

    @Override
    public Map<String, String> environment() {
        return certificate.map(file -> Map.of("SSL_CERT_FILE", file.toString())).orElse(Map.of());
    }

    @Override
    public void close() {
        simulator.close();
    }
}

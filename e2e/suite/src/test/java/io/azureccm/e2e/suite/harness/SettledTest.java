package io.azureccm.e2e.suite.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.harness.azure.Azure;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettledTest {
    private ClusterSimulator simulator;
    private Cluster cluster;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        simulator = ClusterSimulator.start();
        cluster = new Cluster(simulator.writeKubeconfig(folder.resolve("kubeconfig")));
    }

    @AfterEach
    void stop() {
        cluster.close();
        simulator.close();
    }

    @Test
    void aServiceIsSettledWhenItHasAnAddressOrAWarningAndIsNotHalfDeleted() throws IOException {
        Settled settled = new Settled(new NoAzure(), cluster);
        cluster.apply((ObjectNode) new ObjectMapper().readTree("""
                {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "default"},
                 "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]}}"""));
        Observation fresh = settled.get();
        simulator.patch("services", "default", "web",
                new ObjectMapper().readTree("{\"metadata\": {\"finalizers\": [\"example.com/cleanup\"]}}"));
        simulator.patchStatus("services", "default", "web",
                new ObjectMapper().readTree("{\"loadBalancer\": {\"ingress\": [{\"ip\": \"20.0.0.1\"}]}}"));
        Observation done = settled.get();
        cluster.delete("default/web");
        Observation halfDeleted = settled.get();
        cluster.cleanUp();

        assertThat(List.of(fresh.settled(), done.settled(), halfDeleted.settled(), settled.get().settled()))
                .containsExactly(false, true, false, true);
        assertThat(fresh.fingerprint()).isNotEqualTo(done.fingerprint());
        assertThat(cluster.services()).containsEntry("default/web", null);
    }

    /** An ARM that nobody talks to. */
    private record NoAzure() implements Azure {
        @Override
        public void seed(java.util.Collection<ObjectNode> resources) {
            throw new UnsupportedOperationException("there is no ARM here");
        }

        @Override
        public List<ObjectNode> resources() {
            return List.of();
        }

        @Override
        public Calls calls() {
            return new Calls(0, 0);
        }

        @Override
        public String fingerprint() {
            return "";
        }

        @Override
        public ObjectNode access() {
            return new ObjectMapper().createObjectNode();
        }

        @Override
        public Map<String, String> environment() {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}

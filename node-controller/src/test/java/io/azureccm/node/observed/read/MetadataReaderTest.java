package io.azureccm.node.observed.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineQuery.Freshness;
import io.azureccm.common.machine.imds.InstanceMetadata;
import io.azureccm.common.reconcile.VirtualClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetadataReaderTest {
    private static final String INSTANCE = """
            {"compute": {"resourceId": "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/n1",
              "location": "westeurope", "vmSize": "Standard_B2s", "zone": "2", "vmId": "v"},
             "network": {"interface": [{"ipv4": {"ipAddress": [{"privateIpAddress": "10.0.0.4", "publicIpAddress": "20.5.5.5"}]}}]}}
            """;

    private final VirtualClock clock = new VirtualClock();
    private HttpServer server;
    private int status = 200;
    private MetadataReader reader;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = INSTANCE.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        reader = new MetadataReader(new InstanceMetadata("http://127.0.0.1:" + server.getAddress().getPort()), "n1",
                clock);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void whatWasReadAnswersAsLongAsItIsRecentEnough() {
        assertThat(lookUp("n1").reads()).hasSize(1);
        read();
        assertThat(lookUp("n1").lookups().get("n1")).isInstanceOf(MachineLookup.Found.class);
        assertThat(lookUp("n1").reads()).isEmpty();
        clock.advance(Duration.ofSeconds(2));
        assertThat(lookUp("n1").awaited()).containsKey("n1");
    }

    @Test
    void readThatFailsIsAnAnswerForAMomentAndThenMadeAgain() {
        status = 500;
        read();
        assertThat(lookUp("n1").lookups().get("n1")).isInstanceOfSatisfying(MachineLookup.Unknown.class,
                unknown -> assertThat(unknown.underWay()).isFalse());
        assertThat(lookUp("n1").reads()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(lookUp("n1").reads()).hasSize(1);
    }

    @Test
    void otherNodesAreNotAnsweredFor() {
        read();
        assertThat(lookUp("n2")).isEqualTo(Lookups.none());
    }

    private void read() {
        lookUp("n1").reads().forEach(reader::read);
    }

    private Lookups<MachineLookup> lookUp(String node) {
        return reader.seen()
                .lookUp(List.of(new MachineQuery(node, Optional.empty(), List.of("rg"),
                        Freshness.since(clock.instant()), Set.of())), clock.instant());
    }
}

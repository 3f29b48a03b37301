package io.azureccm.common.machine.imds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.azureccm.common.machine.MachineLookup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceMetadataTest {
    private static final String VERSION = "api-version=";
    private static final String INSTANCE = """
            {"compute":{"resourceId":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/m",
              "physicalZone":"westeurope-AZ01"},
             "network":{"interface":[{"ipv4":{"ipAddress":[{"privateIpAddress":"10.0.0.4","publicIpAddress":"20.1.1.1"}]}}]}}""";

    /** Answers by version; 400 for others, like the real service. */
    private final Map<String, Integer> statuses = new TreeMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metadata/instance", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        String version = query.substring(query.indexOf(VERSION) + VERSION.length());
        asked.add(version);
        int status = statuses.getOrDefault(version, 400);
        byte[] body = (status == 200 ? INSTANCE : "{\"error\":\"Bad request\",\"newest-versions\":[]}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private MachineLookup read() throws IOException, InterruptedException {
        return new InstanceMetadata("http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort()).read(Instant.EPOCH);
    }

    @ParameterizedTest
    @CsvSource({"2025-11-15, 1", "2025-04-07, 2", "2021-10-01, 3"})
    void anOlderServiceIsReadInTheNewestVersionThatItKnows(String newest, int requests) throws Exception {
        statuses.put(newest, 200);

        assertThat(read()).isInstanceOf(MachineLookup.Found.class);
        assertThat(asked).hasSize(requests).last().isEqualTo(newest);
    }

    @ParameterizedTest
    @CsvSource({"404", "429", "500"})
    void otherErrorsAreNotAQuestionOfTheVersion(int status) {
        statuses.put("2025-11-15", status);
        statuses.put("2021-10-01", 200);

        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining("answer " + status);
        assertThat(asked).containsExactly("2025-11-15");
    }

    @Test
    void aServiceThatKnowsNoneOfTheVersionsIsAnError() {
        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining("answer 400");
    }
}

package io.azureccm.e2e.suite.scenario.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of ARM that are none: nothing is concluded from them, nothing foreign is lost over them, and work goes on. */
@TestInstance(Lifecycle.PER_CLASS)
class BadAnswersTest {
    private static final String LB = "loadBalancers";

    private ServiceScenario scenario;
    private int port = 9000;

    @BeforeAll
    void open(@TempDir Path folder) {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).azure(AzureSimulator.builder().retryAfter(0)));
        scenario.apply("first");
        scenario.awaitAddresses("first");
        ObjectNode balancer = ((ObjectNode) scenario.azure().resource(scenario.balancerId()).orElseThrow()).deepCopy();
        balancer.withObjectProperty("tags").put("team", "blue");
        scenario.azure().seed(Json.array().add(balancer));
    }

    @AfterEach
    void isSound() {
        scenario.azure().faults().clear();
        scenario.assertSound();
        assertThat(scenario.azure().resource(scenario.balancerId()).orElseThrow().at("/tags/team").asText())
                .isEqualTo("blue");
        assertThat(scenario.addresses("first")).hasSize(1);
    }

    @AfterAll
    void close() {
        scenario.close();
    }

    /** An answer and how it reads in the report. */
    record Bad(String name, Fault fault) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Bad> answers() {
        String bare = "{\"value\":[{\"id\":\"/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/loadBalancers/"
                + "kubernetes\",\"name\":\"kubernetes\",\"etag\":\"1\",\"properties\":null}]}";
        return Stream.of(new Bad("huge list", on("LIST", LB, new FaultAction.LongBody(200L << 20))),
                new Bad("huge answer to a write", on("PUT", LB, new FaultAction.LongBody(200L << 20))),
                new Bad("page to sign in", on("LIST", LB, json("text/html", "<html>Sign in</html>"))),
                new Bad("page to sign in after a write", on("PUT", LB, json("text/html", "<html>Sign in</html>"))),
                new Bad("array instead of a list", on("LIST", LB, json("[]"))),
                new Bad("list without a value", on("LIST", LB, json("{}"))),
                new Bad("list in a circle",
                        on("LIST", LB, json("{\"value\":[],\"nextLink\":\"https://elsewhere.test/2\"}"))),
                new Bad("load balancer without properties", on("LIST", LB, json(bare))),
                new Bad("deep answer",
                        on("LIST", LB, json("{\"value\":" + "[".repeat(9_000) + "]".repeat(9_000) + "}"))),
                new Bad("half a list", on("LIST", LB, new FaultAction.HalfReply())),
                new Bad("operation elsewhere", on("PUT", LB,
                        new FaultAction.Header("Azure-AsyncOperation", "https://elsewhere.test/operations/1"))),
                new Bad("public IP with an answer that is none",
                        on("PUT", "publicIPAddresses", json("{\"properties\":7}"))));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void serviceIsServedAllTheSameAfter(Bad bad) {
        String service = "web-" + port;
        int fault = scenario.azure().faults().add(bad.fault());
        // What is planned is read anew before it: the list is due.
        scenario.restartWith("tags", "");
        scenario.apply(service, port++, "{}");
        scenario.awaitAddresses(service);
        assertThat(scenario.azure().faults().all()).filteredOn(each -> each.id() == fault)
                .singleElement()
                .satisfies(each -> assertThat(each.fired()).isOne());
        scenario.delete(service);
        scenario.await("the end of " + service, () -> !scenario.exists(service));
    }

    private static FaultAction json(String text) {
        return json("application/json", text);
    }

    private static FaultAction json(String type, String text) {
        return new FaultAction.OtherBody(type, text);
    }

    private static Fault on(String verb, String type, FaultAction action) {
        return Fault.on(verb, type, action).once();
    }
}

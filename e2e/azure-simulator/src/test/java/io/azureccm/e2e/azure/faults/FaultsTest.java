package io.azureccm.e2e.azure.faults;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.ArmTestClient;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.Latencies.Mode;
import io.azureccm.e2e.azure.operations.ManualClock;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.seed.Infrastructure;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {
    private static final String NSG = NETWORK + "networkSecurityGroups/k8s-nsg";
    private static final ObjectNode BODY = json("{'location':'eastus','tags':{'a':'b'}}");

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final AzureSimulator simulator = AzureSimulator.builder()
            .infrastructure(Infrastructure.standard().scaleSet("vmss-a", 2))
            .clock(clock)
            .start();
    private final ArmTestClient arm = new ArmTestClient(simulator);

    @AfterEach
    void close() {
        simulator.close();
    }

    private void fault(String verb, FaultAction action) {
        simulator.faults().add(Fault.on(verb, "networkSecurityGroups", action).once());
    }

    private String tag() {
        return arm.get(NSG).json().at("/tags/a").asText();
    }

    @Test
    void aRefusalHappensOnTheNthTimeOnly() {
        simulator.faults()
                .add(Fault.on("GET", "networkSecurityGroups",
                        new FaultAction.Refuse(503, "ServiceUnavailable", "later")).nth(2).times(2));
        assertThat(arm.get(NSG).status()).isEqualTo(200);
        assertThat(arm.get(NSG).code()).isEqualTo("ServiceUnavailable");
        assertThat(arm.get(NSG).status()).isEqualTo(503);
        assertThat(arm.get(NSG).status()).isEqualTo(200);
        assertThat(simulator.faults().all().getFirst().fired()).isEqualTo(2);
    }

    @Test
    void aFaultIsBoundToItsTargetAndTimeWindow() {
        simulator.faults()
                .add(Fault.on("*", "*", new FaultAction.Refuse(500, "", ""))
                        .target("/K8S-NSG$")
                        .during(Duration.ofSeconds(5), Duration.ofSeconds(10)));
        assertThat(arm.get(NSG).status()).isEqualTo(200);
        clock.advance(Duration.ofSeconds(5));
        assertThat(arm.get(NSG).status()).isEqualTo(500);
        assertThat(arm.get(NSG).raw().body()).isEmpty();
        assertThat(arm.get(NETWORK + "routeTables/k8s-rt").status()).isEqualTo(200);
        clock.advance(Duration.ofSeconds(5));
        assertThat(arm.get(NSG).status()).isEqualTo(200);
    }

    @Test
    void throttlingSaysWhenToComeBackOrNot() {
        fault("GET", new FaultAction.Throttle("TooManyRequests", "Wed, 21 Oct 2026 07:28:00 GMT"));
        ArmTestClient.Reply dated = arm.get(NSG);
        assertThat(dated.status()).isEqualTo(429);
        assertThat(dated.header("Retry-After")).isEqualTo("Wed, 21 Oct 2026 07:28:00 GMT");
        fault("GET", new FaultAction.Throttle("TooManyRequests", ""));
        assertThat(arm.get(NSG).header("Retry-After")).isEmpty();
    }

    @Test
    void aFailedOperationKeepsWhatWasAndShowsFailed() {
        String pip = NETWORK + "publicIPAddresses/vip";
        arm.put(pip, json("{'location':'eastus','sku':{'name':'Standard'},"
                + "'properties':{'publicIPAllocationMethod':'Static'}}"));
        simulator.faults()
                .add(Fault.on("PUT", "loadBalancers",
                        new FaultAction.FailOperation("InternalServerError", "no luck")).once());
        ObjectNode balancer = json("{'location':'eastus','sku':{'name':'Standard'},'properties':{"
                + "'frontendIPConfigurations':[{'name':'fe','properties':{'publicIPAddress':{'id':'" + pip + "'}}}]}}");
        ArmTestClient.Reply reply = arm.put(NETWORK + "loadBalancers/lb", balancer);
        assertThat(reply.code()).isEqualTo("InternalServerError");
        assertThat(arm.get(NETWORK + "loadBalancers/lb").json().at("/properties/provisioningState").asText())
                .isEqualTo("Failed");
        assertThat(arm.get(pip).json().at("/properties/ipConfiguration").isMissingNode()).isTrue();
        assertThat(arm.put(NETWORK + "loadBalancers/lb", balancer).status()).isEqualTo(200);
        assertThat(arm.get(pip).json().at("/properties/ipConfiguration/id").asText()).endsWith("/fe");
    }

    @Test
    void anEtagIsNeverTheSameAfterAWriteThatFailed() {
        String before = arm.get(NSG).json().path("etag").asText();
        fault("PUT", new FaultAction.FailOperation("InternalServerError", "no luck"));
        arm.put(NSG, BODY);
        assertThat(tag()).isEmpty();
        assertThat(arm.get(NSG).json().path("etag").asText()).isNotEqualTo(before);
    }

    @Test
    void aStuckOperationNeverEnds() {
        fault("PUT", new FaultAction.StuckOperation());
        ArmTestClient.Reply reply = arm.put(NSG, BODY);
        clock.advance(Duration.ofDays(3));
        assertThat(arm.get(reply.header("Azure-AsyncOperation")).json().get("status").asText()).isEqualTo("InProgress");
        assertThat(arm.put(NSG, BODY).code()).isEqualTo("AnotherOperationInProgress");
    }

    @Test
    void aResetBeforeLosesTheWriteAndAResetAfterOnlyTheReply() {
        fault("PUT", new FaultAction.ResetBefore());
        assertThatThrownBy(() -> arm.put(NSG, BODY)).isInstanceOf(UncheckedIOException.class);
        assertThat(tag()).isEmpty();
        fault("PUT", new FaultAction.ResetAfter());
        assertThatThrownBy(() -> arm.put(NSG, BODY)).isInstanceOf(UncheckedIOException.class);
        assertThat(tag()).isEqualTo("b");
        assertThat(simulator.calls().writes()).extracting(call -> call.status()).containsExactly(0, 0);
    }

    @Test
    void repliesCanBeEmptyBrokenOrHalf() {
        fault("GET", new FaultAction.EmptyBody());
        assertThat(arm.get(NSG).raw().body()).isEmpty();
        fault("GET", new FaultAction.MalformedJson());
        assertThatThrownBy(() -> arm.get(NSG).json()).isInstanceOf(UncheckedIOException.class);
        fault("GET", new FaultAction.HalfReply());
        assertThatThrownBy(() -> arm.get(NSG)).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void repliesCanBeLongOrSomethingElseAndPointElsewhere() {
        fault("GET", new FaultAction.LongBody(3_000_000));
        assertThat(arm.get(NSG).raw().body()).hasSizeGreaterThan(3_000_000).endsWith("}");
        fault("GET", new FaultAction.OtherBody("text/html", "<html>Sign in</html>"));
        ArmTestClient.Reply other = arm.get(NSG);
        assertThat(other.raw().body()).isEqualTo("<html>Sign in</html>");
        assertThat(other.header("Content-Type")).isEqualTo("text/html");
        fault("PUT", new FaultAction.Header("Azure-AsyncOperation", "https://elsewhere.test/op"));
        assertThat(arm.put(NSG, BODY).header("Azure-AsyncOperation")).isEqualTo("https://elsewhere.test/op");
    }

    @Test
    void anEtagThatChangesBehindTheClientsBackMeetsAPreconditionFailure() {
        String etag = arm.get(NSG).header("ETag");
        fault("PUT", new FaultAction.TouchEtag());
        ArmTestClient.Reply reply = arm.send("PUT", NSG, BODY.toString(), "If-Match", etag);
        assertThat(reply.status()).isEqualTo(412);
        assertThat(arm.send("PUT", NSG, BODY.toString(), "If-Match", arm.get(NSG).header("ETag")).status())
                .isEqualTo(200);
    }

    @Test
    void aStaleReadShowsTheStateOfBefore() {
        simulator.faults().add(Fault.on("GET", "*", new FaultAction.StaleRead(Duration.ofSeconds(30))));
        arm.put(NSG, BODY);
        arm.put(NETWORK + "routeTables/fresh", json("{'location':'eastus'}"));
        clock.advance(Duration.ofSeconds(10));
        assertThat(tag()).isEmpty();
        assertThat(arm.get(NETWORK + "routeTables/fresh").status()).isEqualTo(404);
        assertThat(arm.get(NETWORK + "routeTables").json().get("value")).hasSize(1);
        clock.advance(Duration.ofSeconds(30));
        assertThat(tag()).isEqualTo("b");
        assertThat(arm.get(NETWORK + "routeTables").json().get("value")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void anOperationThatEndsDuringAStaleReadHasEnded(int seconds) {
        try (AzureSimulator ticking = AzureSimulator.builder()
                .infrastructure(Infrastructure.standard())
                .clock(new TickingClock())
                .latencies(Latencies.builder()
                        .write("PUT", "networkSecurityGroups", Duration.ofSeconds(seconds), Mode.OPERATION)
                        .build())
                .start()) {
            ArmTestClient reader = new ArmTestClient(ticking);
            ticking.faults()
                    .add(Fault.on("GET", "networkSecurityGroups", new FaultAction.StaleRead(Duration.ofMillis(500))));
            reader.put(NSG, BODY);
            for (int i = 0; i < 5; i++)
                reader.get(NSG);
            ticking.faults().clear();

            assertThat(reader.get(NSG).json().at("/properties/provisioningState").asText()).isEqualTo("Succeeded");
        }
    }

    @Test
    void othersEditAndMachinesVanishInBetween() {
        simulator.faults()
                .add(Fault.on("PUT", "networkSecurityGroups", new FaultAction.Edit(NSG,
                        json("{'properties':{'securityRules':[{'name':'by-hand','properties':{'priority':200,'direction':'Inbound',"
                                + "'access':'Deny','protocol':'*','sourcePortRange':'*','destinationPortRange':'*',"
                                + "'sourceAddressPrefix':'*','destinationAddressPrefix':'*'}}]}}")))
                        .once());
        String etag = arm.get(NSG).header("ETag");
        assertThat(arm.send("PUT", NSG, BODY.toString(), "If-Match", etag).status()).isEqualTo(412);
        assertThat(arm.get(NSG).json().at("/properties/securityRules/0/name").asText()).isEqualTo("by-hand");
        String instance = COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/1";
        simulator.faults()
                .add(Fault.on("LIST", "virtualMachineScaleSets/virtualMachines",
                        new FaultAction.Drop(instance)).once());
        assertThat(arm.get(COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines").json().get("value")).hasSize(1);
        simulator.faults().add(Fault.on("GET", "networkSecurityGroups", new FaultAction.MarkFailed("")).once());
        assertThat(arm.get(NSG).json().at("/properties/provisioningState").asText()).isEqualTo("Failed");
    }

    @Test
    void faultsAreSetOverTheControlApiToo() {
        JsonNode ids = arm.send("POST", "/_sim/faults",
                json("{'verb':'GET','type':'networkSecurityGroups','action':'refuse','status':500,'code':'Oops'}")
                        .toString())
                .json();
        assertThat(arm.get(NSG).code()).isEqualTo("Oops");
        assertThat(arm.get("/_sim/faults").json().at("/0/fired").asInt()).isEqualTo(1);
        arm.delete("/_sim/faults/" + ids.get(0).asInt());
        assertThat(arm.get(NSG).status()).isEqualTo(200);
        ArmTestClient.Reply wrong = arm.send("POST", "/_sim/faults", "{\"action\":\"explode\"}");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.message()).contains("explode").contains("touchEtag");
    }

    @Test
    void aFaultOfOneClientLeavesOthersAlone() {
        simulator.faults()
                .add(Fault.on("*", "*", new FaultAction.Refuse(500, "InternalServerError", "no")).client("other"));
        assertThat(arm.get(NSG).status()).isEqualTo(200);
        simulator.faults()
                .add(Fault.on("*", "*", new FaultAction.Refuse(500, "InternalServerError", "no"))
                        .client("test-client"));
        assertThat(arm.get(NSG).status()).isEqualTo(500);
    }

    @Test
    void anOperationThatIsStuckEndsWhenItIsLoosened() {
        fault("PUT", new FaultAction.StuckOperation());
        arm.put(NSG, BODY);
        clock.advance(Duration.ofHours(1));
        assertThat(simulator.runningOperations()).isEqualTo(1);
        simulator.endStuckOperations();
        assertThat(simulator.runningOperations()).isZero();
        assertThat(tag()).isEqualTo("b");
    }

    /** Each read of the clock takes a second. */
    private static final class TickingClock implements SimClock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public synchronized Instant now() {
            now = now.plusSeconds(1);
            return now;
        }

        @Override
        public void pause(Duration duration) {
            // Time advances only when it is read.
        }
    }
}

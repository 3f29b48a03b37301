package io.azureccm.e2e.azure.operations;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.GROUP;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.ArmTestClient;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.operations.Latencies.Mode;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.ManualClock;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.types.Settings.Busy;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperationsTest {
    private static final String PIP = NETWORK + "publicIPAddresses/one";
    private static final String NSG = NETWORK + "networkSecurityGroups/k8s-nsg";
    private static final String ADDRESS = "{\"location\":\"eastus\",\"sku\":{\"name\":\"Standard\"},\"properties\":"
            + "{\"publicIPAllocationMethod\":\"Static\"}}";
    private static final String GROUP_BODY = "{\"location\":\"eastus\"}";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final AtomicInteger pausing = new AtomicInteger();
    /** The time of the manual clock; counts the requests whose pause has begun, and thus ends at a known time. */
    private final SimClock counting = new SimClock() {
        @Override
        public Instant now() {
            return clock.now();
        }

        @Override
        public void pause(Duration duration) throws InterruptedException {
            Instant until = now().plus(duration);
            pausing.incrementAndGet();
            while (now().isBefore(until))
                Thread.sleep(1);
        }
    };
    private AzureSimulator simulator;
    private ArmTestClient arm;

    private void start(Mode mode, Busy busy) {
        Latencies.Builder latencies = Latencies.builder();
        for (String verb : new String[]{"PUT", "DELETE"})
            latencies.write(verb, "*", Duration.ofSeconds(10), mode);
        simulator = AzureSimulator.builder()
                .infrastructure(Infrastructure.standard().scaleSet("vmss-a", 1))
                .clock(counting)
                .busy(busy)
                .retryAfter(3)
                .latencies(latencies.build())
                .start();
        arm = new ArmTestClient(simulator);
    }

    @AfterEach
    void close() {
        simulator.close();
    }

    private String state(String path) {
        return arm.get(path).json().at("/properties/provisioningState").asText();
    }

    @Test
    void aWriteIsUpdatingUntilItsTimeIsOverAndOnlyThenHasItsAddress() {
        start(Mode.OPERATION, Busy.CONFLICT);
        ArmTestClient.Reply made = arm.put(PIP, ADDRESS);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.header("Retry-After")).isEqualTo("3");
        assertThat(made.header("Location")).isEmpty();
        assertThat(made.json().at("/properties/provisioningState").asText()).isEqualTo("Updating");
        assertThat(made.json().at("/properties/ipAddress").isMissingNode()).isTrue();
        String status = made.header("Azure-AsyncOperation");
        assertThat(status).startsWith(simulator.httpUrl())
                .contains("/providers/Microsoft.Network/locations/eastus/operations/");
        assertThat(arm.get(status).json()).isEqualTo(json("{'status':'InProgress'}"));
        assertThat(arm.get(status).header("Retry-After")).isEqualTo("3");
        clock.advance(Duration.ofSeconds(10));
        assertThat(arm.get(status).json()).isEqualTo(json("{'status':'Succeeded'}"));
        assertThat(state(PIP)).isEqualTo("Succeeded");
        assertThat(arm.get(PIP).json().at("/properties/ipAddress").asText()).isNotEmpty();
    }

    @Test
    void aDeletionIsFollowedAtBothUrls() {
        start(Mode.OPERATION, Busy.CONFLICT);
        arm.put(PIP, ADDRESS);
        clock.advance(Duration.ofSeconds(10));
        ArmTestClient.Reply deleted = arm.delete(PIP);
        assertThat(deleted.status()).isEqualTo(202);
        assertThat(deleted.raw().body()).isEmpty();
        String result = deleted.header("Location");
        assertThat(result).contains("/operationResults/");
        assertThat(arm.get(result).status()).isEqualTo(202);
        assertThat(state(PIP)).isEqualTo("Deleting");
        clock.advance(Duration.ofSeconds(10));
        assertThat(arm.get(result).status()).isEqualTo(200);
        assertThat(arm.get(deleted.header("Azure-AsyncOperation")).json()).isEqualTo(json("{'status':'Succeeded'}"));
        assertThat(arm.get(PIP).status()).isEqualTo(404);
        assertThat(arm.delete(PIP).status()).isEqualTo(204);
    }

    @Test
    void computeTellsTimesAndNameAndFollowsDeletionsByMonitor() {
        start(Mode.OPERATION, Busy.CONFLICT);
        String instance = COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/0";
        ArmTestClient.Reply deleted = arm.delete(instance);
        assertThat(deleted.header("Location")).contains("/Microsoft.Compute/locations/eastus/operations/")
                .contains("monitor=true");
        JsonNode status = arm.get(deleted.header("Azure-AsyncOperation")).json();
        assertThat(status.has("startTime")).isTrue();
        assertThat(status.has("endTime")).isFalse();
        assertThat(arm.put(instance, arm.get(instance).json()).code()).isEqualTo("OperationNotAllowed");
        clock.advance(Duration.ofSeconds(10));
        assertThat(arm.get(deleted.header("Azure-AsyncOperation")).json().has("endTime")).isTrue();
        assertThat(arm.get(COMPUTE + "virtualMachineScaleSets/vmss-a").json().at("/sku/capacity").asInt()).isZero();
    }

    @Test
    void aFailedWriteOfAScaleSetDoesNotBringBackAMachineThatWasDeletedMeanwhile() {
        start(Mode.OPERATION, Busy.CONFLICT);
        String set = COMPUTE + "virtualMachineScaleSets/vmss-a";
        simulator.faults().add(Fault.on("PUT", "*", new FaultAction.FailOperation("InternalServerError", "no")).once());
        ObjectNode body = arm.get(set).json().deepCopy();
        body.withObjectProperty("sku").remove("capacity");
        arm.put(set, body);
        simulator.machines().remove(simulator.machines().instances(set).getFirst());
        clock.advance(Duration.ofSeconds(10));

        assertThat(state(set)).isEqualTo("Failed");
        assertThat(arm.get(set).json().at("/sku/capacity").asInt()).isZero();
        arm.put(set, body);
        assertThat(simulator.machines().instances(set)).isEmpty();
    }

    @Test
    void aSecondWriteMeetsAConflict() {
        start(Mode.OPERATION, Busy.CONFLICT);
        arm.put(NSG, GROUP_BODY);
        ArmTestClient.Reply second = arm.put(NSG, GROUP_BODY);
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.code()).isEqualTo("AnotherOperationInProgress");
        assertThat(arm.put(PIP, ADDRESS).status()).as("another resource is free").isEqualTo(201);
    }

    @Test
    void aSecondWriteMeetsTooManyRequests() {
        start(Mode.OPERATION, Busy.TOO_MANY_REQUESTS);
        arm.put(NSG, GROUP_BODY);
        ArmTestClient.Reply second = arm.put(NSG, GROUP_BODY);
        assertThat(second.status()).isEqualTo(429);
        assertThat(second.code()).isEqualTo("RetryableError");
        assertThat(second.json().at("/error/details/0/code").asText()).isEqualTo("RetryableErrorDueToAnotherOperation");
        assertThat(second.header("Retry-After")).isEqualTo("3");
    }

    @Test
    void aSecondWriteSupersedesTheFirst() {
        start(Mode.OPERATION, Busy.SUPERSEDE);
        String first = arm.put(NSG, GROUP_BODY).header("Azure-AsyncOperation");
        assertThat(arm.put(NSG, "{\"location\":\"eastus\",\"tags\":{\"a\":\"b\"}}").status()).isEqualTo(200);
        JsonNode ended = arm.get(first).json();
        assertThat(ended.get("status").asText()).isEqualTo("Canceled");
        assertThat(ended.at("/error/code").asText()).isEqualTo("CanceledAndSupersededDueToAnotherOperation");
        clock.advance(Duration.ofSeconds(10));
        assertThat(state(NSG)).isEqualTo("Succeeded");
        assertThat(arm.get(NSG).json().at("/tags/a").asText()).isEqualTo("b");
    }

    @Test
    void aSlowReplyComesWhenAllIsDoneAndHoldsUpNobodyElse() {
        start(Mode.REPLY, Busy.CONFLICT);
        CompletableFuture<ArmTestClient.Reply> slow = arm.sendLater("PUT", PIP, ADDRESS);
        CompletableFuture<ArmTestClient.Reply> other = arm.sendLater("PUT", NSG, GROUP_BODY);
        while (pausing.get() < 2)
            Thread.onSpinWait();
        assertThat(simulator.runningOperations()).isEqualTo(2);
        assertThat(state(PIP)).as("a read goes on meanwhile").isEqualTo("Updating");
        assertThat(slow).isNotDone();
        clock.advance(Duration.ofSeconds(10));
        assertThat(slow.join().json().at("/properties/provisioningState").asText()).isEqualTo("Succeeded");
        assertThat(slow.join().json().at("/properties/ipAddress").asText()).isNotEmpty();
        assertThat(slow.join().header("Retry-After")).isEmpty();
        assertThat(other.join().status()).isEqualTo(200);
    }

    @Test
    void aPublicAddressIsFreeOnlyWhenTheLoadBalancerHasLetItGo() {
        start(Mode.OPERATION, Busy.CONFLICT);
        arm.put(PIP, ADDRESS);
        clock.advance(Duration.ofSeconds(10));
        String balancer = NETWORK + "loadBalancers/lb";
        arm.put(balancer, json("{'location':'eastus','sku':{'name':'Standard'},'properties':{"
                + "'frontendIPConfigurations':[{'name':'fe','properties':{'publicIPAddress':{'id':'" + PIP
                + "'}}}]}}"));
        assertThat(arm.get(PIP).json().at("/properties/ipConfiguration/id").asText()).endsWith("/fe");
        clock.advance(Duration.ofSeconds(10));
        arm.put(balancer, json("{'location':'eastus','sku':{'name':'Standard'}}"));
        assertThat(arm.delete(PIP).code()).isEqualTo("PublicIPAddressCannotBeDeleted");
        clock.advance(Duration.ofSeconds(10));
        assertThat(arm.get(PIP).json().at("/properties/ipConfiguration").isMissingNode()).isTrue();
        assertThat(arm.delete(PIP).status()).isEqualTo(202);
    }

    @Test
    void aGroupTakesEverythingWithIt() {
        start(Mode.OPERATION, Busy.CONFLICT);
        ArmTestClient.Reply deleted = arm.delete(GROUP);
        assertThat(deleted.status()).isEqualTo(202);
        assertThat(deleted.header("Location")).contains("/operationresults/");
        assertThat(arm.put(PIP, ADDRESS).code()).isEqualTo("ResourceGroupBeingDeleted");
        clock.advance(Duration.ofSeconds(10));
        assertThat(arm.get(deleted.header("Location")).status()).isEqualTo(200);
        assertThat(arm.get(GROUP).code()).isEqualTo("ResourceGroupNotFound");
        assertThat(simulator.state()).isEmpty();
    }
}

package io.azureccm.e2e.suite.scenario.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever Azure answers, no status shows an address that is not served, foreign edits survive, and everything works in the end. */
@Order(1)
@TestInstance(Lifecycle.PER_CLASS)
class ConflictAndFailureTest {
    private static final String LB = "loadBalancers";
    private static final String IP = "publicIPAddresses";
    private static final String NSG = "networkSecurityGroups";

    private ServiceScenario scenario;

    @BeforeAll
    void open(@TempDir Path folder) {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).azure(AzureSimulator.builder().retryAfter(0)));
        scenario.apply("first");
        scenario.awaitAddresses("first");
    }

    @AfterEach
    void isSound() {
        scenario.azure().faults().clear();
        scenario.azure().latencies(Latencies.none());
        scenario.assertSound();
    }

    @AfterAll
    void close() {
        scenario.close();
    }

    /** A fault and how it reads in the report. */
    record Trouble(String name, Fault fault) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Trouble> troublesOfCreation() {
        return Stream.of(
                new Trouble("500 before", on("PUT", LB, new FaultAction.Refuse(500, "InternalServerError", "no"))),
                new Trouble("500 after commit",
                        on("PUT", LB, new FaultAction.RefuseAfter(500, "InternalServerError", "no"))),
                new Trouble("reply lost", on("PUT", LB, new FaultAction.ResetAfter())),
                new Trouble("reply is no JSON", on("PUT", LB, new FaultAction.MalformedJson())),
                new Trouble("operation fails",
                        on("PUT", LB, new FaultAction.FailOperation("InternalServerError", "no"))),
                new Trouble("operation is canceled", on("PUT", LB, new FaultAction.CancelOperation())),
                new Trouble("operation of the address fails",
                        on("PUT", IP, new FaultAction.FailOperation("InternalServerError", "no"))),
                new Trouble("operation of the security group fails",
                        on("PUT", NSG, new FaultAction.FailOperation("InternalServerError", "no"))),
                new Trouble("429 with Retry-After", on("PUT", LB, new FaultAction.Throttle("TooManyRequests", "1"))),
                new Trouble("409 busy", on("PUT", LB, busy())),
                new Trouble("409 busy security group", on("PUT", NSG, busy())),
                new Trouble("429 about another operation",
                        on("PUT", LB, new FaultAction.Throttle("RetryableErrorDueToAnotherOperation", "1"))),
                new Trouble("operation is superseded", on("PUT", LB,
                        new FaultAction.FailOperation("CanceledAndSupersededDueToAnotherOperation", "no"))),
                new Trouble("reply about the new address lost", on("PUT", IP, new FaultAction.ResetAfter())),
                new Trouble("reply about the security group lost", on("PUT", NSG, new FaultAction.ResetAfter())),
                new Trouble("half a reply", on("PUT", LB, new FaultAction.HalfReply())),
                new Trouble("etag moved", on("PUT", LB, new FaultAction.TouchEtag()).times(2)),
                new Trouble("token refused",
                        on("PUT", LB, new FaultAction.Refuse(401, "ExpiredAuthenticationToken", ""))));
    }

    static Stream<Trouble> troublesOfDeletion() {
        return Stream.of(
                new Trouble("500 after commit",
                        on("PUT", LB, new FaultAction.RefuseAfter(500, "InternalServerError", "no"))),
                new Trouble("operation fails",
                        on("PUT", LB, new FaultAction.FailOperation("InternalServerError", "no"))),
                new Trouble("409 busy", on("PUT", LB, busy())),
                new Trouble("409 busy address", on("DELETE", IP, busy())),
                new Trouble("etag moved", on("PUT", LB, new FaultAction.TouchEtag()).times(2)),
                new Trouble("address is kept",
                        on("DELETE", IP, new FaultAction.FailOperation("InternalServerError", "no"))),
                new Trouble("reply about the address lost", on("DELETE", IP, new FaultAction.ResetAfter())),
                new Trouble("address throttled", on("DELETE", IP, new FaultAction.Throttle("TooManyRequests", "1"))));
    }

    @ParameterizedTest
    @MethodSource("troublesOfCreation")
    void newServiceRecoversFrom(Trouble trouble) {
        int fault = set(trouble);
        scenario.apply("web", 8080, "{}");
        scenario.awaitAddresses("web");
        assertThat(fired(fault)).isEqualTo(trouble.fault().count());
        scenario.assertSound();
        remove("web");
    }

    @ParameterizedTest
    @MethodSource("troublesOfDeletion")
    void deletionRecoversFrom(Trouble trouble) {
        scenario.apply("web", 8080, "{}");
        scenario.awaitAddresses("web");
        int fault = set(trouble);
        remove("web");
        assertThat(fired(fault)).isEqualTo(trouble.fault().count());
        assertThat(scenario.addresses("first")).hasSize(1);
    }

    @Test
    void foreignEditsBetweenReadAndWriteSurvive() {
        ObjectNode balancer = (ObjectNode) Json.parse("""
                {"tags": {"team": "blue"}, "properties": {"probes": [{"name": "foreign",
                 "properties": {"protocol": "Tcp", "port": 9999, "intervalInSeconds": 5, "numberOfProbes": 2}}]}}""");
        ObjectNode group = (ObjectNode) Json
                .parse("""
                        {"properties": {"securityRules": [{"name": "foreign", "properties": {"priority": 3000, "access": "Allow",
                         "direction": "Inbound", "protocol": "Tcp", "sourceAddressPrefix": "10.0.0.0/8", "sourcePortRange": "*",
                         "destinationAddressPrefix": "*", "destinationPortRange": "22"}}]}}""");
        String groupId = scenario.networkId(NSG, scenario.infrastructure().securityGroup());
        scenario.azure().faults().add(on("PUT", LB, new FaultAction.Edit(scenario.balancerId(), balancer)));
        scenario.azure().faults().add(on("PUT", NSG, new FaultAction.Edit(groupId, group)));
        scenario.resetCalls();

        scenario.apply("web", 8080, "{}");
        scenario.awaitAddresses("web");

        assertThat(scenario.azure().calls().writes()).filteredOn(call -> call.status() == 412).hasSize(2);
        JsonNode found = scenario.azure().resource(scenario.balancerId()).orElseThrow();
        assertThat(found.at("/tags/team").asText()).isEqualTo("blue");
        assertThat(found.at("/properties/probes").findValuesAsText("name")).contains("foreign");
        assertThat(
                scenario.azure()
                        .resource(groupId)
                        .orElseThrow()
                        .at("/properties/securityRules")
                        .findValuesAsText("name"))
                .contains("foreign");
        remove("web");
        assertThat(scenario.azure()
                .resource(scenario.balancerId())
                .orElseThrow()
                .at("/properties/probes")
                .findValuesAsText("name")).as("after the deletion of ours").contains("foreign");
    }

    @Test
    void badAnnotationKeepsOnlyItsOwnServiceBack() {
        scenario.resetCalls();
        scenario.apply("bad", 8081, "{\"service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout\": \"2\"}");
        scenario.apply("good-1", 8082, "{}");
        scenario.apply("good-2", 8083, "{}");
        scenario.awaitAddresses("good-1", "good-2");
        scenario.await("the event about the bad one", () -> !failures("bad").isEmpty());

        assertThat(failures("bad")).anyMatch(event -> event.contains("idle-timeout"));
        assertThat(scenario.addresses("bad")).isEmpty();
        assertThat(scenario.azure().calls().counters().of("PUT", LB)).as("writes of the load balancer")
                .isEqualTo(1);
        List.of("bad", "good-1", "good-2").forEach(this::remove);
    }

    @Test
    void serviceThatOnlyAzureRefusesKeepsOnlyItselfBack() {
        String internal = "{\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"true\"";
        scenario.apply("inside-1", 8091, internal + "}");
        scenario.apply("reserved", 8092,
                internal + ", \"service.beta.kubernetes.io/azure-load-balancer-ipv4\": \"10.240.0.1\"}");
        scenario.apply("inside-2", 8093, internal + "}");
        scenario.awaitAddresses("inside-1", "inside-2");
        scenario.await("the event about the bad one", () -> !failures("reserved").isEmpty());

        assertThat(failures("reserved")).anyMatch(event -> event.contains("PrivateIPAddress"));
        assertThat(scenario.addresses("reserved")).isEmpty();
        List.of("inside-1", "reserved", "inside-2").forEach(this::remove);
    }

    @Test
    void missingPublicIpIsNamedAndTakenOnceItIsThere() {
        scenario.apply("named", 8084, "{\"service.beta.kubernetes.io/azure-pip-name\": \"vip-7\"}");
        scenario.await("the event about the address", () -> !failures("named").isEmpty());
        assertThat(failures("named")).anyMatch(event -> event.contains("vip-7"));
        assertThat(scenario.addresses("named")).isEmpty();

        scenario.azure()
                .seed(Json.array()
                        .add(Json
                                .parse("""
                                        {"id": "%s", "location": "%s", "sku": {"name": "Standard"},
                                         "properties": {"publicIPAllocationMethod": "Static", "publicIPAddressVersion": "IPv4"}}"""
                                        .formatted(scenario.networkId(IP, "vip-7"),
                                                scenario.infrastructure().location()))));
        scenario.awaitAddresses("named");

        assertThat(scenario.addresses("named")).containsExactly(scenario.azure()
                .resource(scenario.networkId(IP, "vip-7"))
                .orElseThrow()
                .at("/properties/ipAddress")
                .asText());
        remove("named");
        assertThat(scenario.azure().resource(scenario.networkId(IP, "vip-7"))).as("an address that is not ours")
                .isPresent();
    }

    /** An operation that is to fail goes on after the reply, so that it fails there. */
    private int set(Trouble trouble) {
        FaultAction action = trouble.fault().action();
        if (action instanceof FaultAction.FailOperation || action instanceof FaultAction.CancelOperation) {
            scenario.azure()
                    .latencies(Latencies.builder()
                            .rule("PUT", "*", Delay.NONE, Delay.ofMillis(20))
                            .rule("DELETE", "*", Delay.NONE, Delay.ofMillis(20))
                            .build());
        }
        return scenario.azure().faults().add(trouble.fault());
    }

    private static Fault on(String verb, String type, FaultAction action) {
        return Fault.on(verb, type, action).once();
    }

    private static FaultAction busy() {
        return new FaultAction.Refuse(409, "AnotherOperationInProgress", "Another operation is in progress.");
    }

    private int fired(int fault) {
        return scenario.azure()
                .faults()
                .all()
                .stream()
                .filter(each -> each.id() == fault)
                .findFirst()
                .orElseThrow()
                .fired();
    }

    private List<String> failures(String service) {
        return scenario.events(service).stream().filter(event -> event.startsWith("SyncLoadBalancerFailed")).toList();
    }

    private void remove(String service) {
        scenario.delete(service);
        scenario.await("the end of " + service, () -> !scenario.exists(service));
    }
}

package io.azureccm.e2e.suite.scenario.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.refusal.RefusedWrites;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.reconcile.known.ServiceTiming;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code kubectl describe service} tells its user, in the words that alerts know, and nothing twice but what stays wrong. */
class ServiceEventsTest {
    private static final String GENERIC = "service-controller";
    private static final String AZURE = "azure-cloud-provider";
    private static final String MISTAKE = "{\"service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout\": \"2\"}";
    /** So few refusals that no write is held back, however long this test takes to look: see {@link RefusedWrites}. */
    private static final int SOME = RefusedWrites.BURST - 2;
    private static final String SECRET = "a-secret-that-nobody-may-see";

    @TempDir
    Path folder;
    private ServiceScenario scenario;

    @AfterEach
    void close() {
        scenario.close();
    }

    @Test
    void serviceHearsOfItsBeginningAndItsEnd() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        String address = scenario.addresses("web").getFirst();
        scenario.await("the events of the beginning", () -> told("web").size() == 2);
        scenario.delete("web");
        scenario.await("the events of the end", () -> told("web").size() == 4, () -> told("web").toString());

        assertThat(told("web")).containsExactly("Normal EnsuringLoadBalancer Ensuring load balancer",
                "Normal EnsuredLoadBalancer Ensured load balancer with IP " + address,
                "Normal DeletingLoadBalancer Deleting load balancer",
                "Normal DeletedLoadBalancer Deleted load balancer");
        assertThat(events("web")).allMatch(event -> component(event).equals(GENERIC));
    }

    @Test
    void nothingIsSaidAgainWhileNothingChanges() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web");
        scenario.apply("bad", 81, MISTAKE);
        scenario.awaitAddresses("web");
        scenario.await("the mistake", () -> !reasons("bad", "SyncLoadBalancerFailed").isEmpty());
        scenario.awaitQuiet();
        List<String> before = told("web");
        List<String> bad = told("bad");

        scenario.apply("other", 82, "{}");
        scenario.awaitAddresses("other");
        scenario.delete("other");
        scenario.await("the end of the other", () -> !scenario.exists("other"));
        scenario.awaitQuiet();

        assertThat(told("web")).isEqualTo(before);
        assertThat(told("bad")).as("only a change of the Service can help").isEqualTo(bad);
        assertThat(events("web")).allMatch(event -> event.path("count").asInt(1) == 1);
    }

    @Test
    void mistakeThatIsMendedAndMadeAgainIsToldAgain() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web", 80, MISTAKE);
        scenario.await("the mistake", () -> count("web", "SyncLoadBalancerFailed") > 0);
        scenario.apply("web", 80, "{}");
        scenario.awaitAddresses("web");
        scenario.await("the good end", () -> count("web", "EnsuredLoadBalancer") == 1);
        int before = count("web", "SyncLoadBalancerFailed");
        scenario.apply("web", 80, MISTAKE);
        scenario.await("the same mistake again", () -> count("web", "SyncLoadBalancerFailed") > before,
                () -> events("web").toString());

        assertThat(reasons("web", "SyncLoadBalancerFailed")).as("one event, with a higher count").hasSize(1);
        assertThat(count("web", "EnsuringLoadBalancer")).as("once for each change").isEqualTo(3);
    }

    @Test
    void mistakeThatStaysIsToldAgainWithoutAnyCallOrEventAboutOthers() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).timing(ServiceTiming.DEFAULT));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.await("the good end of the other", () -> count("web", "EnsuredLoadBalancer") == 1);
        List<ObjectNode> web = events("web");
        scenario.apply("bad", 81, MISTAKE);
        scenario.await("the mistake", () -> count("bad", "SyncLoadBalancerFailed") == 1);
        scenario.resetCalls();
        scenario.await("the mistake again", () -> count("bad", "SyncLoadBalancerFailed") == 2);

        scenario.assertCalls(0, 0);
        assertThat(reasons("bad", "SyncLoadBalancerFailed")).as("the same event").hasSize(1);
        assertThat(events("web")).isEqualTo(web);
        assertThat(count("bad", "EnsuringLoadBalancer")).isEqualTo(1);
    }

    @Test
    void beginningIsToldOnceHoweverOftenTheSameIsTried() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).azure(AzureSimulator.builder().retryAfter(0)));
        scenario.azure()
                .faults()
                .add(Fault.on("PUT", "publicIPAddresses",
                        new FaultAction.Refuse(403, "AuthorizationFailed", "not for you")).times(SOME));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.await("the good end", () -> count("web", "EnsuredLoadBalancer") == 1);
        scenario.awaitQuiet();

        assertThat(scenario.azure().faults().all()).as("tries in vain").allMatch(fault -> fault.fired() == SOME);
        assertThat(count("web", "EnsuringLoadBalancer")).isEqualTo(1);
        assertThat(count("web", "EnsuredLoadBalancer")).isEqualTo(1);
    }

    @Test
    void missingNodesAreToldAndComeLater() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.cluster().removeNode(ServiceScenario.node(0));
        scenario.awaitQuiet();
        scenario.apply("web");
        scenario.await("the warning", () -> !reasons("web", "UnAvailableLoadBalancer").isEmpty());

        assertThat(told("web"))
                .contains("Warning UnAvailableLoadBalancer There are no available nodes for LoadBalancer");
        assertThat(reasons("web", "PoolWithoutMembers")).as("two events about the same").isEmpty();
    }

    @Test
    void lossOfAllNodesIsToldByOneEvent() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.cluster().removeNode(ServiceScenario.node(0));
        scenario.await("the warning", () -> !reasons("web", "UnAvailableLoadBalancer").isEmpty());
        scenario.awaitQuiet();

        assertThat(reasons("web", "PoolWithoutMembers")).isEmpty();
    }

    @Test
    void nodesThatComeAndGoAreTold() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.azure().machines().scale(scenario.scaleSetId(), 2);
        scenario.addNode(1);
        scenario.await("the new host", () -> !reasons("web", "UpdatedLoadBalancer").isEmpty());

        assertThat(told("web")).contains("Normal UpdatedLoadBalancer Updated load balancer with new hosts");
    }

    @Test
    void hostThatCannotBeAddedIsToldWithTheHosts() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.cluster().removeNode(ServiceScenario.node(1));
        scenario.await("the host that left", () -> !reasons("web", "UpdatedLoadBalancer").isEmpty());
        scenario.awaitQuiet();
        scenario.azure()
                .faults()
                .add(Fault.on("PUT", "virtualMachineScaleSets/virtualMachines",
                        new FaultAction.Refuse(400, "InvalidParameter", "no such luck")));
        scenario.addNode(1);
        scenario.await("the failure", () -> !reasons("web", "UpdateLoadBalancerFailed").isEmpty());

        assertThat(reasons("web", "UpdateLoadBalancerFailed").getFirst().path("message").asText())
                .startsWith("Error updating load balancer with new hosts [" + ServiceScenario.node(0) + " "
                        + ServiceScenario.node(1)
                        + "] [node names limited, total number of nodes: 2], error: ")
                .contains("no such luck");
    }

    static Stream<Arguments> troubles() {
        return Stream.of(
                Arguments.of("CreateOrUpdatePublicIPAddress", "PUT", "publicIPAddresses", false),
                Arguments.of("ListLoadBalancers", "LIST", "loadBalancers", false),
                Arguments.of("DeletePublicIPAddress", "DELETE", "publicIPAddresses", true),
                Arguments.of("DeleteLoadBalancer", "DELETE", "loadBalancers", true));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void whatAzureRefusesIsToldInItsWords(String reason, String verb, String type, boolean atTheEnd) {
        scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(1).azure(AzureSimulator.builder().retryAfter(0)));
        if (atTheEnd) {
            scenario.apply("web");
            scenario.awaitAddresses("web");
        }
        scenario.azure()
                .faults()
                .add(Fault.on(verb, type, new FaultAction.Refuse(403, "AuthorizationFailed", "not for you"))
                        .times(SOME));
        if (atTheEnd) {
            scenario.delete("web");
        } else {
            scenario.apply("web");
        }
        scenario.await("the event", () -> !reasons("web", reason).isEmpty(), () -> told("web").toString());
        scenario.await("the failure of the whole", () -> !reasons("web", "SyncLoadBalancerFailed").isEmpty());
        scenario.await("a good end", () -> atTheEnd ? !scenario.exists("web") : scenario.hasAddress("web"));

        ObjectNode event = reasons("web", reason).getFirst();
        assertThat(event.path("type").asText()).isEqualTo("Warning");
        assertThat(component(event)).isEqualTo(AZURE);
        assertThat(event.path("message").asText()).contains("AuthorizationFailed", "not for you");
        assertThat(scenario.azure().faults().all()).as("tries in vain").allMatch(fault -> fault.fired() == SOME);
        assertThat(reasons("web", reason)).as("said once, however often it was tried").hasSize(1);
        assertThat(reasons("web", "SyncLoadBalancerFailed").getFirst().path("message").asText()).startsWith(
                "Error syncing load balancer: failed to " + (atTheEnd ? "delete" : "ensure") + " load balancer: ");
    }

    @Test
    void failureInTheMomentOfAChangeIsToldAfterTheBeginning() {
        scenario = ServiceScenario.open(folder, ScenarioSetup.of(1));
        scenario.azure()
                .faults()
                .add(Fault.on("LIST", "loadBalancers",
                        new FaultAction.Refuse(403, "AuthorizationFailed", "not for you")).times(SOME));
        scenario.startController();
        scenario.apply("web");
        scenario.await("an address", () -> scenario.hasAddress("web"));
        scenario.awaitQuiet();

        assertThat(events("web")).extracting(event -> event.path("reason").asText())
                .containsExactly("EnsuringLoadBalancer", "ListLoadBalancers", "SyncLoadBalancerFailed",
                        "EnsuredLoadBalancer");
    }

    @Test
    void refusedTokenIsToldWithoutTheSecret() {
        scenario = ServiceScenario.open(folder, ScenarioSetup.of(1).onTheWire().config("aadClientSecret", SECRET));
        scenario.azure()
                .faults()
                .add(Fault.on("POST", "token",
                        new FaultAction.Refuse(401, "invalid_client", "AADSTS7000215: secret " + SECRET)));
        scenario.startController();
        scenario.apply("web");
        scenario.await("the failure", () -> !reasons("web", "SyncLoadBalancerFailed").isEmpty());

        assertThat(told("web").toString()).doesNotContain(SECRET);
    }

    private List<ObjectNode> events(String service) {
        return scenario.cluster()
                .events()
                .stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(service))
                .toList();
    }

    private List<ObjectNode> reasons(String service, String reason) {
        return events(service).stream().filter(event -> event.path("reason").asText().equals(reason)).toList();
    }

    private int count(String service, String reason) {
        return reasons(service, reason).stream().mapToInt(event -> event.path("count").asInt(1)).sum();
    }

    /** Type, reason and message of each, in the order in which they were written. */
    private List<String> told(String service) {
        return events(service).stream()
                .sorted(java.util.Comparator.comparing(event -> event.at("/metadata/name").asText()))
                .map(event -> event.path("type").asText() + " " + event.path("reason").asText() + " "
                        + event.path("message").asText())
                .toList();
    }

    private static String component(ObjectNode event) {
        return event.at("/source/component").asText();
    }
}

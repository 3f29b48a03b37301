package io.azureccm.e2e.suite.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns in the life of a Service: it changes its type, its class, its identity, or goes without a farewell. */
class ServiceLifeTest {
    private static final String FINALIZER = "service.kubernetes.io/load-balancer-cleanup";
    private static final String BAD = "{\"service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout\": \"2\"}";

    @TempDir
    Path folder;
    private ServiceScenario scenario;

    @AfterEach
    void close() {
        scenario.close();
    }

    @Test
    void serviceThatIsNoLoadBalancerAnyMoreLosesItsAddressAndItsFinalizer() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        becomeClusterIp("web");
        scenario.await("the end of the finalizer", () -> !finalizers("web").contains(FINALIZER));

        assertThat(scenario.addresses("web")).isEmpty();
        assertThat(scenario.exists("web")).isTrue();
        scenario.assertNothingLeft();
    }

    @Test
    void serviceThatFailedMayBecomeSomethingElse() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web", 80, BAD);
        scenario.await("the failure",
                () -> scenario.events("web").stream().anyMatch(event -> event.startsWith("SyncLoadBalancerFailed")));
        becomeClusterIp("web");
        scenario.await("the end of the finalizer", () -> !finalizers("web").contains(FINALIZER));

        scenario.assertNothingLeft();
    }

    @Test
    void serviceOfAnotherClassIsLeftAlone() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.cluster().apply(manifest("web", "type: LoadBalancer, loadBalancerClass: example.com/other"));
        scenario.apply("ours", 81, "{}");
        scenario.awaitAddresses("ours");

        assertThat(scenario.addresses("web")).isEmpty();
        assertThat(finalizers("web")).isEmpty();
        assertThat(scenario.events("web")).isEmpty();
    }

    @Test
    void serviceThatGoesWithoutAFarewellIsTakenDown() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        tearOut("web");
        scenario.await("the end in Azure", () -> scenario.azure().resource(scenario.balancerId()).isEmpty());
        scenario.awaitQuiet();

        scenario.assertNothingLeft();
        assertThat(scenario.events("web")).contains("DeletedLoadBalancer: Deleted load balancer");
    }

    @Test
    void serviceMadeAnewUnderItsNameGetsALoadBalancerOfItsOwn() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        tearOut("web");
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();

        scenario.assertSound();
        assertThat(frontends()).as("those of its former self are gone").isEqualTo(1);
    }

    @Test
    void serviceMadeAnewWhileNobodyWatchedIsServedBesideWhatItsFormerSelfLeft() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(1));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        scenario.stopController();
        tearOut("web");
        scenario.apply("web", 8080, "{}");
        scenario.startController();
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();

        scenario.assertSound();
        assertThat(scenario.events("web").stream().filter(event -> event.startsWith("SyncLoadBalancerFailed")))
                .isEmpty();
        scenario.delete("web");
        scenario.await("its end", () -> !scenario.exists("web"));
    }

    private int frontends() {
        return scenario.azure()
                .resource(scenario.balancerId())
                .orElseThrow()
                .at("/properties/frontendIPConfigurations")
                .size();
    }

    /** Takes the finalizers away by force and deletes the Service. */
    private void tearOut(String name) {
        scenario.cluster().tearOut("default/" + name);
    }

    private void becomeClusterIp(String name) {
        scenario.cluster().apply(manifest(name, "type: ClusterIP"));
    }

    private static ObjectNode manifest(String name, String spec) {
        return (ObjectNode) io.fabric8.kubernetes.client.utils.Serialization.unmarshal(
                "---\n{apiVersion: v1, kind: Service, metadata: {name: " + name + ", namespace: default}, spec: {"
                        + spec
                        + ", ports: [{port: 80, protocol: TCP}]}}",
                com.fasterxml.jackson.databind.JsonNode.class);
    }

    private String finalizers(String name) {
        return scenario.cluster().service("default/" + name).orElseThrow().at("/metadata/finalizers").toString();
    }
}

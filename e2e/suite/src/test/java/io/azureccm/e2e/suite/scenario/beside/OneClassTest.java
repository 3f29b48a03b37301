package io.azureccm.e2e.suite.scenario.beside;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.controller.ServiceControllerInProcess;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An instance that serves one class, beside a controller that serves the other Services with the same load balancer and security group. */
class OneClassTest {
    private static final LoadBalancerClass CLASS = new LoadBalancerClass("example.com/azure");
    private static final int COUNT = 4;

    @TempDir
    Path folder;
    private ServiceScenario scenario;
    private ServiceControllerInProcess ofClass;

    @BeforeEach
    void open() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).onTheWire());
        ofClass = scenario.startController(CLASS);
    }

    @AfterEach
    void close() {
        ofClass.close();
        scenario.close();
    }

    @Test
    void bothWriteTheSameLoadBalancerAtTheSameTime() {
        scenario.apply("first");
        scenario.awaitAddresses("first");
        IntStream.range(0, COUNT).forEach(i -> {
            scenario.apply("other-" + i, 80, "{}");
            applyOfClass("own-" + i);
        });
        scenario.awaitAddresses(names("other-", 0));
        scenario.awaitAddresses(names("own-", 0));
        quiet();
        scenario.assertSound();
        assertThat(elements("loadBalancingRules")).hasSize(1 + 2 * COUNT);
        assertThat(finalizers("own-0")).containsExactly(CLASS.finalizer());
        assertThat(finalizers("other-0")).containsExactly(LoadBalancerClass.SHARED_FINALIZER);

        // Each deletes half of its Services while the other one adds one.
        IntStream.range(0, COUNT / 2).forEach(i -> {
            scenario.delete("other-" + i);
            scenario.delete("own-" + i);
        });
        scenario.apply("other-more", 80, "{}");
        applyOfClass("own-more");
        scenario.awaitAddresses("other-more", "own-more");
        scenario.await("deletions",
                () -> IntStream.range(0, COUNT / 2)
                        .noneMatch(i -> scenario.exists("other-" + i) || scenario.exists("own-" + i)));
        quiet();
        scenario.assertSound();
        assertThat(elements("loadBalancingRules")).hasSize(1 + COUNT + 2);
    }

    @Test
    void whatTheOtherControllerHasStaysAsItIsWhenTheLastServiceOfTheClassGoes() {
        scenario.apply("other");
        scenario.awaitAddresses("other");
        applyOfClass("own");
        scenario.awaitAddresses("other", "own");
        quiet();
        List<String> before = elements("frontendIPConfigurations");

        scenario.delete("own");
        scenario.await("the deletion", () -> !scenario.exists("own"));
        quiet();
        scenario.assertSound();
        assertThat(before).containsAll(elements("frontendIPConfigurations")).hasSize(2);
        assertThat(scenario.addresses("other")).hasSize(1);

        scenario.delete("other");
        scenario.await("the deletion", () -> !scenario.exists("other"));
        quiet();
        scenario.assertNothingLeft();
    }

    @Test
    void serviceMovesToTheClassAndBack() {
        scenario.apply("web");
        scenario.awaitAddresses("web");
        applyOfClass("own");
        scenario.awaitAddresses("own");
        quiet();
        apply("web", "ClusterIP", "");
        scenario.await("the clean-up", () -> finalizers("web").isEmpty());
        applyOfClass("web");
        scenario.await("the finalizer of the class", () -> finalizers("web").equals(List.of(CLASS.finalizer())));
        scenario.awaitAddresses("web");
        quiet();
        scenario.assertSound();
        assertThat(scenario.events("web")).as("what the other one has just deleted is read before")
                .noneMatch(event -> event.startsWith("SyncLoadBalancerFailed"));

        apply("web", "ClusterIP", "");
        scenario.await("the clean-up", () -> finalizers("web").isEmpty());
        assertThat(scenario.addresses("web")).isEmpty();
        scenario.apply("web");
        scenario.await("the other finalizer",
                () -> finalizers("web").equals(List.of(LoadBalancerClass.SHARED_FINALIZER)));
        scenario.awaitAddresses("web");
        quiet();
        scenario.assertSound();
    }

    @Test
    void explanationSaysWhoServesAService() {
        scenario.apply("other", 80, "{}");
        scenario.awaitAddresses("other");
        quiet();
        String said = "another controller serves it: this controller serves those"
                + " with spec.loadBalancerClass example.com/azure";
        // A Service of others is no reason for a turn of its own.
        scenario.await("a turn that knows of it", () -> ofClass.explain("default/other").contains(said));
        assertThat(ofClass.explain("default/other")).contains(said);
    }

    /** Both have heard of everything, and neither has anything to do. */
    private void quiet() {
        ofClass.awaitQuiet(SteadyState.BOUND);
        scenario.controller().awaitQuiet(SteadyState.BOUND);
        scenario.await("the instance of the class", () -> !ofClass.isWorking());
    }

    private static String[] names(String prefix, int from) {
        return IntStream.range(from, COUNT).mapToObj(i -> prefix + i).toArray(String[]::new);
    }

    private void applyOfClass(String name) {
        apply(name, "LoadBalancer", "loadBalancerClass: " + CLASS.name());
    }

    private void apply(String name, String type, String more) {
        scenario.cluster()
                .apply((ObjectNode) Serialization.unmarshal("""
                        ---
                        {apiVersion: v1, kind: Service, metadata: {name: %s, namespace: default},
                         spec: {type: %s, ports: [{port: 80, protocol: TCP}], %s}}
                        """.formatted(name, type, more), JsonNode.class));
    }

    private List<String> finalizers(String name) {
        JsonNode finalizers = scenario.cluster()
                .service("default/" + name)
                .orElseThrow()
                .at("/metadata/finalizers");
        return StreamSupport.stream(finalizers.spliterator(), false).map(JsonNode::asText).toList();
    }

    /** The elements of one kind on the load balancer, as text. */
    private List<String> elements(String kind) {
        JsonNode balancer = scenario.azure().resource(scenario.balancerId()).orElseThrow();
        return StreamSupport.stream(balancer.path("properties").path(kind).spliterator(), false)
                .map(element -> element.path("name") + " " + element.path("properties").path("publicIPAddress"))
                .toList();
    }
}

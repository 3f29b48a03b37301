package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
    private Scene scene;

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void serviceThatIsNoLoadBalancerAnyMoreLosesItsAddressAndItsFinalizer() {
        scene = Scene.play(folder, Setting.of(1));
        scene.apply("web");
        scene.awaitAddresses("web");
        becomeClusterIp("web");
        scene.await("the end of the finalizer", () -> !finalizers("web").contains(FINALIZER));

        assertThat(scene.addresses("web")).isEmpty();
        assertThat(scene.exists("web")).isTrue();
        scene.assertNothingLeft();
    }

    @Test
    void serviceThatFailedMayBecomeSomethingElse() {
        scene = Scene.play(folder, Setting.of(1));
        scene.apply("web", 80, BAD);
        scene.await("the failure",
                () -> scene.events("web").stream().anyMatch(event -> event.startsWith("SyncLoadBalancerFailed")));
        becomeClusterIp("web");
        scene.await("the end of the finalizer", () -> !finalizers("web").contains(FINALIZER));

        scene.assertNothingLeft();
    }

    @Test
    void serviceOfAnotherClassIsLeftAlone() {
        scene = Scene.play(folder, Setting.of(1));
        scene.cluster().apply(manifest("web", "type: LoadBalancer, loadBalancerClass: example.com/other"));
        scene.apply("ours", 81, "{}");
        scene.awaitAddresses("ours");

        assertThat(scene.addresses("web")).isEmpty();
        assertThat(finalizers("web")).isEmpty();
        assertThat(scene.events("web")).isEmpty();
    }

    @Test
    void serviceThatGoesWithoutAFarewellIsTakenDown() {
        scene = Scene.play(folder, Setting.of(1));
        scene.apply("web");
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        tearOut("web");
        scene.await("the end in Azure", () -> scene.azure().resource(scene.balancerId()).isEmpty());
        scene.awaitQuiet();

        scene.assertNothingLeft();
        assertThat(scene.events("web")).contains("DeletedLoadBalancer: Deleted load balancer");
    }

    @Test
    void serviceMadeAnewUnderItsNameGetsALoadBalancerOfItsOwn() {
        scene = Scene.play(folder, Setting.of(1));
        scene.apply("web");
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        tearOut("web");
        scene.apply("web");
        scene.awaitAddresses("web");
        scene.awaitQuiet();

        scene.assertSound();
        assertThat(frontends()).as("those of its former self are gone").isEqualTo(1);
    }

    @Test
    void serviceMadeAnewWhileNobodyWatchedIsServedBesideWhatItsFormerSelfLeft() {
        scene = Scene.play(folder, Setting.of(1));
        scene.apply("web");
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        scene.stopController();
        tearOut("web");
        scene.apply("web", 8080, "{}");
        scene.startController();
        scene.awaitAddresses("web");
        scene.awaitQuiet();

        scene.assertSound();
        assertThat(scene.events("web").stream().filter(event -> event.startsWith("SyncLoadBalancerFailed"))).isEmpty();
        scene.delete("web");
        scene.await("its end", () -> !scene.exists("web"));
    }

    private int frontends() {
        return scene.azure()
                .resource(scene.balancerId())
                .orElseThrow()
                .at("/properties/frontendIPConfigurations")
                .size();
    }

    /** Takes the finalizers away by force and deletes the Service. */
    private void tearOut(String name) {
        scene.cluster().tearOut("default/" + name);
    }

    private void becomeClusterIp(String name) {
        scene.cluster().apply(manifest(name, "type: ClusterIP"));
    }

    private static ObjectNode manifest(String name, String spec) {
        return (ObjectNode) io.fabric8.kubernetes.client.utils.Serialization.unmarshal(
                "---\n{apiVersion: v1, kind: Service, metadata: {name: " + name + ", namespace: default}, spec: {"
                        + spec
                        + ", ports: [{port: 80, protocol: TCP}]}}",
                com.fasterxml.jackson.databind.JsonNode.class);
    }

    private String finalizers(String name) {
        return scene.cluster().service("default/" + name).orElseThrow().at("/metadata/finalizers").toString();
    }
}

package io.azureccm.e2e.suite.scenario.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services that share a public IP, more of them than fit, or that part: Azure refuses no write on the way. */
class SharedPublicIpTest {
    private static final String CONFIGURATIONS = """
            [{"name": "kubernetes", "primaryVMSet": "vmss-a"},
             {"name": "lb2", "primaryVMSet": "vmss-b", "serviceLabelSelector": {"matchLabels": {"tier": "gold"}}}]""";
    private static final String PREFIX = "service.beta.kubernetes.io/";

    @TempDir
    Path folder;
    private ServiceScenario scenario;

    @AfterEach
    void close() {
        scenario.close();
    }

    @Test
    void oldestThatFitAreServedTheOthersAreToldWhatHelpsAndNobodyWaitsForThem() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2));
        scenario.apply("owner");
        scenario.awaitAddresses("owner");
        String shared = publicIpOf("owner");
        List<String> sharers = IntStream.rangeClosed(1, 30)
                .mapToObj(i -> String.format(Locale.ROOT, "sharing-service-%02d", i))
                .toList();
        sharers.forEach(name -> share(name, 1000 + sharers.indexOf(name), shared));
        scenario.apply("alone", 90, "{}");
        scenario.awaitAddresses("alone");
        scenario.await("all to have an end", () -> sharers.stream()
                .allMatch(name -> scenario.hasAddress(name) || programmed(name).contains("LimitReached")));
        scenario.awaitQuiet();
        List<String> served = sharers.stream().filter(scenario::hasAddress).toList();
        assertThat(served).hasSize(9);
        assertThat(tag(shared)).hasSizeLessThanOrEqualTo(256).contains("default/owner", "default/" + served.getLast());
        String refused = sharers.stream().filter(name -> !scenario.hasAddress(name)).findFirst().orElseThrow();
        assertThat(accepted(refused)).contains("False LimitReached", "tag k8s-azure-service", "256 characters",
                PREFIX + "azure-pip-name");

        scenario.delete(served.getFirst());
        scenario.await("the deletion", () -> !scenario.exists(served.getFirst()));
        scenario.await("the place to be given on",
                () -> sharers.stream().filter(name -> scenario.exists(name) && scenario.hasAddress(name)).count() == 9);
        scenario.apply(refused, 1100, "{}");
        scenario.awaitAddresses(refused);
        scenario.awaitQuiet();
        assertNothingRefused();
    }

    @ParameterizedTest
    @ValueSource(strings = {"internal", "own", "named", "deleted"})
    void ownerOrSharerGoesItsOwnWay(String way) {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2));
        putPublicIp("mine");
        for (boolean owner : List.of(false, true)) {
            scenario.apply("owner", 80, "{}");
            scenario.awaitAddresses("owner");
            String address = scenario.addresses("owner").getFirst();
            share("one", 81, publicIpOf("owner"));
            share("two", 82, publicIpOf("owner"));
            scenario.await("all at one address", () -> List.of("one", "two")
                    .stream()
                    .allMatch(name -> scenario.addresses(name).equals(List.of(address))));
            String leaving = owner ? "owner" : "one";
            int port = owner ? 80 : 81;
            switch (way) {
                case "internal" -> scenario.apply(leaving, port,
                        "{\"" + PREFIX + "azure-load-balancer-internal\": \"true\"}");
                case "named" -> scenario.apply(leaving, port, "{\"" + PREFIX + "azure-pip-name\": \"mine\"}");
                case "own" -> scenario.apply(leaving, port, "{}");
                default -> scenario.delete(leaving);
            }
            // The public IP that is shared is the owner's own.
            boolean stays = owner && way.equals("own");
            scenario.await(leaving + " to go its own way", () -> way.equals("deleted")
                    ? !scenario.exists(leaving)
                    : scenario.hasAddress(leaving) && scenario.addresses(leaving).equals(List.of(address)) == stays);
            scenario.awaitQuiet();
            scenario.assertSound();
            assertThat(scenario.addresses("two")).containsExactly(address);
            for (String name : List.of("owner", "one", "two")) {
                if (scenario.exists(name))
                    scenario.delete(name);
            }
            scenario.await("the end of all", () -> List.of("owner", "one", "two").stream().noneMatch(scenario::exists));
            scenario.awaitQuiet();
        }
        assertNothingRefused();
        assertThat(scenario.azure().state().keySet().stream().filter(id -> id.contains("/publicIPAddresses/")))
                .singleElement()
                .asString()
                .endsWith("/mine");
    }

    @Test
    void sharerMovesToAnotherLoadBalancerWithAnAddressOfItsOwn() {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2)
                .config("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .configJson("multipleStandardLoadBalancerConfigurations", CONFIGURATIONS)
                .infrastructure(infrastructure -> infrastructure.scaleSet("vmss-b", 1)));
        scenario.addNode("vmss-b000000", scenario.infrastructure().scaleSetId("vmss-b") + "/virtualMachines/0",
                java.util.Map.of());
        scenario.apply("owner", 80, "{}");
        scenario.awaitAddresses("owner");
        String address = scenario.addresses("owner").getFirst();
        share("one", 81, publicIpOf("owner"));
        scenario.await("both at one address", () -> scenario.addresses("one").equals(List.of(address)));
        labelled("one", 81, "{}");
        scenario.await("another address on the other load balancer", () -> scenario.hasAddress("one")
                && !scenario.addresses("one").contains(address) && rules("lb2") == 1 && rules("kubernetes") == 1);
        scenario.awaitQuiet();
        scenario.assertSound();

        // It names the public IP that it has left, which is on a load balancer where it may not be.
        labelled("one", 81, "{\"" + PREFIX + "azure-pip-name\": \"" + publicIpOf("owner") + "\"}");
        scenario.await("the refusal", () -> accepted("one").contains("False InUse"));
        scenario.delete("owner");
        scenario.await("the address that the owner has left",
                () -> !scenario.exists("owner") && scenario.addresses("one").equals(List.of(address)));
        scenario.awaitQuiet();
        scenario.assertSound();
        assertNothingRefused();
    }

    /** A write of something that changed meanwhile is no refusal: it is planned anew. */
    private void assertNothingRefused() {
        assertThat(scenario.azure()
                .calls()
                .all()
                .stream()
                .filter(CallRecord::isWrite)
                .filter(call -> call.status() >= 400 && call.status() != 412))
                .as(scenario::story)
                .isEmpty();
    }

    private void share(String name, int port, String publicIp) {
        scenario.apply(name, port, "{\"" + PREFIX + "azure-pip-name\": \"" + publicIp + "\"}");
    }

    private void labelled(String name, int port, String annotations) {
        scenario.cluster()
                .apply((ObjectNode) Json.parse("""
                        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "%s", "namespace": "default",
                          "labels": {"tier": "gold"}, "annotations": %s},
                         "spec": {"type": "LoadBalancer", "ports": [{"port": %d, "protocol": "TCP"}]}}"""
                        .formatted(name, annotations, port)));
    }

    private void putPublicIp(String name) {
        scenario.azure()
                .seed(Json
                        .parse("""
                                {"resources": [{"id": "%s", "location": "eastus", "sku": {"name": "Standard"}, "properties":
                                  {"publicIPAllocationMethod": "Static", "publicIPAddressVersion": "IPv4", "ipAddress": "20.99.0.1"}}]}"""
                                .formatted(scenario.networkId("publicIPAddresses", name))));
    }

    private String publicIpOf(String service) {
        String uid = scenario.cluster().service("default/" + service).orElseThrow().at("/metadata/uid").asText();
        return "kubernetes-a" + uid.replace("-", "").substring(0, 31);
    }

    private String tag(String publicIp) {
        return scenario.azure()
                .resource(scenario.networkId("publicIPAddresses", publicIp))
                .orElseThrow()
                .at("/tags/k8s-azure-service")
                .asText();
    }

    private int rules(String balancer) {
        return scenario.azure()
                .resource(scenario.networkId("loadBalancers", balancer))
                .map(json -> json.at("/properties/loadBalancingRules").size())
                .orElse(0);
    }

    private String accepted(String service) {
        return condition(service, "azureccm.io/Accepted");
    }

    private String programmed(String service) {
        return String.join(" ", accepted(service), condition(service, "azureccm.io/Programmed"));
    }

    private String condition(String service, String type) {
        List<JsonNode> conditions = new ArrayList<>();
        scenario.cluster()
                .service("default/" + service)
                .ifPresent(json -> json.at("/status/conditions").forEach(conditions::add));
        return StreamSupport.stream(conditions.spliterator(), false)
                .filter(each -> each.path("type").asText().equals(type))
                .map(each -> each.path("status").asText() + " " + each.path("reason").asText() + ": "
                        + each.path("message").asText())
                .findFirst()
                .orElse("");
    }
}

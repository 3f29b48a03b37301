package io.azureccm.e2e.suite.scenario.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Public IPs that change, are shared, or are not where they should be: nobody loses an address who need not, nothing is left. */
@TestInstance(Lifecycle.PER_CLASS)
@Isolated("plays in virtual time")
class PublicIpTest {
    private static final String PREFIX = "service.beta.kubernetes.io/";
    private static final String IP = "publicIPAddresses";
    private static final String IP_TAGS = "azure-pip-ip-tags";

    private ServiceScenario scenario;
    /** The Service of one test; the events of the others bear other names. */
    private String web = "";
    private int tests;

    @BeforeAll
    void open(@TempDir Path folder) {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).azure(AzureSimulator.builder().retryAfter(0)));
        scenario.apply("first");
        scenario.awaitAddresses("first");
    }

    @BeforeEach
    void begin() {
        web = "web-" + ++tests;
    }

    @AfterEach
    void isSound() {
        scenario.azure().faults().clear();
        if (scenario.exists(web)) {
            scenario.delete(web);
            scenario.await("the end of " + web, () -> !scenario.exists(web));
        }
        scenario.assertSound();
        assertThat(scenario.addresses("first")).hasSize(1);
        assertThat(publicIps()).hasSize(1);
    }

    @AfterAll
    void close() {
        scenario.close();
    }

    @Test
    void otherIpTagsReplaceThePublicIpWithoutAFailure() {
        String before = webWith("A=1");
        web(IP_TAGS, "A=2");
        scenario.await("the new address", () -> hasAnotherAddressThan(before));

        assertThat(ipTags(web)).isEqualTo(Map.of("A", "2"));
        assertThat(events(web, "PublicIPReplaced")).singleElement().asString().contains(before);
        assertThat(scenario.events(web)).noneMatch(event -> event.startsWith("SyncLoadBalancerFailed"));
        assertThat(securedAddresses()).contains(scenario.addresses(web).getFirst()).doesNotContain(before);
    }

    @ParameterizedTest(name = "public IP deleted: {0}")
    @ValueSource(booleans = {false, true})
    void changeOfIpTagsThatWasCutShortIsFinishedByTheNextLeader(boolean deleted) {
        String before = webWith("A=1");
        scenario.stopController();
        web(IP_TAGS, "A=2");
        takeOff(web, deleted);
        scenario.startController();
        scenario.await("the new address", () -> hasAnotherAddressThan(before));
        assertThat(ipTags(web)).isEqualTo(Map.of("A", "2"));
    }

    @Test
    void publicIpThatIsLockedKeepsItsTagsAndItsServiceTheAddress() {
        String before = webWith("A=1");
        int lock = scenario.azure()
                .faults()
                .add(Fault.on("DELETE", IP, new FaultAction.Refuse(409, "ScopeLocked", "The scope cannot be deleted."))
                        .target(name(web)));
        web(IP_TAGS, "A=2");
        scenario.await("the event", () -> !events(web, "IPTagsNotChanged").isEmpty());
        scenario.await("the old address", () -> scenario.addresses(web).equals(List.of(before)));
        assertThat(events(web, "IPTagsNotChanged").getFirst()).contains("could not be deleted").contains("ScopeLocked");
        scenario.apply("other", 8090, "{}");
        scenario.awaitAddresses("other");
        scenario.delete("other");
        scenario.await("the end of other", () -> !scenario.exists("other"));
        scenario.assertSound();
        assertThat(scenario.azure().faults().all()).filteredOn(fault -> fault.id() == lock)
                .allMatch(fault -> fault.fired() <= 2);

        scenario.azure().faults().clear();
        web(IP_TAGS, "A=3");
        scenario.await("the new address", () -> hasAnotherAddressThan(before));
        assertThat(ipTags(web)).isEqualTo(Map.of("A", "3"));
    }

    @Test
    void deletionThatFailsOnceIsTriedAgain() {
        String before = webWith("A=1");
        scenario.azure()
                .faults()
                .add(Fault.on("DELETE", IP, new FaultAction.Refuse(500, "InternalServerError", "no")).once());
        web(IP_TAGS, "A=2");
        scenario.await("the new tags", () -> publicIp(web) != null && ipTags(web).equals(Map.of("A", "2"))
                && hasAnotherAddressThan(before));
    }

    @Test
    void publicIpThatFailsWhileTheLoadBalancerIsWrittenIsWrittenAgainFirst() {
        webWith("A=1");
        scenario.azure()
                .faults()
                .add(Fault.on("PUT", "loadBalancers", new FaultAction.MarkFailed(scenario.networkId(IP, name(web))))
                        .once());
        scenario.resetCalls();
        scenario.apply(web, 8085, "{}");
        scenario.await("the other port", () -> scenario.azure()
                .resource(scenario.balancerId())
                .orElseThrow()
                .at("/properties/loadBalancingRules")
                .findValuesAsText("frontendPort")
                .contains("8085"));
        scenario.awaitQuiet();
        assertThat(scenario.azure().calls().counters().of("PUT", IP)).as("writes of public IPs").isEqualTo(1);
        assertThat(scenario.azure().calls().counters().of("PUT", "loadBalancers")).isEqualTo(2);
    }

    @Test
    void servicesThatShareANamedPublicIpLeaveItOneAfterTheOther() {
        seed(scenario.networkId(IP, "vip"));
        web("azure-pip-name", "vip");
        scenario.awaitAddresses(web);
        scenario.apply("api", 8081, annotation("azure-pip-name", "vip"));
        scenario.awaitAddresses("api");
        assertThat(scenario.addresses("api")).isEqualTo(scenario.addresses(web));
        String frontend = frontendOf("vip");

        scenario.delete(web);
        scenario.await("the end of " + web, () -> !scenario.exists(web));
        scenario.assertSound();
        assertThat(frontendOf("vip")).isEqualTo(frontend);
        scenario.delete("api");
        scenario.await("the end of api", () -> !scenario.exists("api"));
        assertThat(frontendOf("vip")).isEmpty();
        assertThat(scenario.azure().resource(scenario.networkId(IP, "vip"))).isPresent();
        scenario.azure().machines().remove(scenario.networkId(IP, "vip"));
    }

    @Test
    void publicIpFollowsTheResourceGroupOfTheAnnotation() {
        seed(inGroup("shared", "keeps-the-group"));
        seed(inGroup("other", "keeps-the-group"));
        web("azure-load-balancer-resource-group", "shared");
        scenario.awaitAddresses(web);
        String before = scenario.addresses(web).getFirst();
        web("azure-load-balancer-resource-group", "other");
        scenario.await("the new address", () -> scenario.hasAddress(web) && !scenario.addresses(web).contains(before));
        String name = name(web);
        scenario.await("the end of the old public IP",
                () -> scenario.azure().resource(inGroup("shared", name)).isEmpty());
        scenario.delete(web);
        scenario.await("the end of " + web, () -> !scenario.exists(web));
        assertThat(scenario.azure().resource(inGroup("other", name))).isEmpty();
        scenario.azure().machines().remove(inGroup("shared", "keeps-the-group"));
        scenario.azure().machines().remove(inGroup("other", "keeps-the-group"));
    }

    @ParameterizedTest(name = "may be read: {0}")
    @ValueSource(booleans = {true, false})
    void resourceGroupThatIsNotThereKeepsOnlyItsOwnServiceBackAndNoDeletion(boolean readable) {
        String group = readable ? "nowhere" : "hidden-nowhere";
        if (!readable) {
            scenario.azure()
                    .faults()
                    .add(Fault.on("LIST", IP, new FaultAction.Refuse(403, "AuthorizationFailed", "no rights"))
                            .target("/" + group + "/"));
        }
        web("azure-load-balancer-resource-group", group);
        scenario.apply("other", 8090, "{}");
        scenario.awaitAddresses("other");
        scenario.await("the event", () -> !events(web, "SyncLoadBalancerFailed").isEmpty());
        assertThat(events(web, "SyncLoadBalancerFailed")).anyMatch(event -> event.contains(group)
                && event.contains(readable ? "could not be found" : "cannot be read"));
        assertThat(scenario.addresses(web)).isEmpty();
        for (String name : List.of(web, "other")) {
            scenario.delete(name);
            scenario.await("the end of " + name, () -> !scenario.exists(name));
        }
    }

    /** By one reading: an address that is given up is taken out of the status before another one comes. */
    private boolean hasAnotherAddressThan(String before) {
        List<String> shown = scenario.addresses(web);
        return !shown.isEmpty() && !shown.contains(before);
    }

    private String webWith(String ipTags) {
        web(IP_TAGS, ipTags);
        scenario.awaitAddresses(web);
        return scenario.addresses(web).getFirst();
    }

    private void web(String key, String value) {
        scenario.apply(web, 8080, annotation(key, value));
    }

    private static String annotation(String key, String value) {
        return "{\"" + PREFIX + key + "\": \"" + value + "\"}";
    }

    /** What a controller leaves behind that ends after it has taken the frontend off the load balancer. */
    private void takeOff(String service, boolean deleted) {
        ObjectNode balancer = (ObjectNode) scenario.azure().resource(scenario.balancerId()).orElseThrow().deepCopy();
        for (String property : List.of("frontendIPConfigurations", "loadBalancingRules", "probes")) {
            ((com.fasterxml.jackson.databind.node.ArrayNode) balancer.at("/properties/" + property))
                    .removeIf(element -> element.path("name").asText().startsWith(base(service)));
        }
        scenario.azure().seed(Json.array().add(balancer));
        if (deleted)
            scenario.azure().machines().remove(scenario.networkId(IP, name(service)));
    }

    private void seed(String id) {
        scenario.azure()
                .seed(Json.array()
                        .add(Json
                                .parse("""
                                        {"id": "%s", "location": "%s", "sku": {"name": "Standard"},
                                         "properties": {"publicIPAllocationMethod": "Static", "publicIPAddressVersion": "IPv4"}}"""
                                        .formatted(id, scenario.infrastructure().location()))));
    }

    private List<String> publicIps() {
        return scenario.azure().state().keySet().stream().filter(id -> id.contains("/" + IP + "/")).toList();
    }

    private JsonNode publicIp(String service) {
        return scenario.azure().resource(scenario.networkId(IP, name(service))).orElse(null);
    }

    private Map<String, String> ipTags(String service) {
        Map<String, String> tags = new java.util.TreeMap<>();
        publicIp(service).at("/properties/ipTags")
                .forEach(tag -> tags.put(tag.path("ipTagType").asText(), tag.path("tag").asText()));
        return tags;
    }

    private String frontendOf(String publicIp) {
        for (JsonNode frontend : scenario.azure()
                .resource(scenario.balancerId())
                .orElseThrow()
                .at("/properties/frontendIPConfigurations")) {
            if (frontend.at("/properties/publicIPAddress/id").asText().endsWith("/" + publicIp))
                return frontend.path("name").asText();
        }
        return "";
    }

    private String securedAddresses() {
        return scenario.azure()
                .resource(scenario.networkId("networkSecurityGroups", scenario.infrastructure().securityGroup()))
                .orElseThrow()
                .at("/properties/securityRules")
                .toString();
    }

    private List<String> events(String service, String reason) {
        return scenario.events(service).stream().filter(event -> event.startsWith(reason)).toList();
    }

    private String inGroup(String group, String name) {
        return scenario.networkId(IP, name)
                .replace("/" + scenario.infrastructure().resourceGroup() + "/", "/" + group + "/");
    }

    private String name(String service) {
        return "kubernetes-" + base(service);
    }

    private String base(String service) {
        return ("a" + scenario.cluster().uids().get(service).replace("-", "")).substring(0, 32);
    }
}

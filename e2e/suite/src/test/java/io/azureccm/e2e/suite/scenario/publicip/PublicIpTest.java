package io.azureccm.e2e.suite.scenario.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Public IPs that change, are shared, or are not where they should be: nobody loses an address who need not, nothing is left. */
@TestInstance(Lifecycle.PER_CLASS)
class PublicIpTest extends PublicIpFixture {
    private static final String IP_TAGS = "azure-pip-ip-tags";

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

    /** An Azure Policy, or Azure itself in some subscriptions, adds IP tags to each public IP. */
    @Test
    void publicIpThatDoesNotGetTheRequestedIpTagsIsReplacedOncePerRequest() {
        String before = webWith("A=1");
        for (String verb : List.of("GET", "LIST", "PUT"))
            scenario.azure()
                    .faults()
                    .add(Fault.on(verb, IP, new FaultAction.Replace(scenario.networkId(IP, name(web)),
                            "/properties/ipTags", Json.parse("""
                                    {"ipTags": [{"ipTagType": "FirstPartyUsage", "tag": "/Unprivileged"}]}""")
                                    .get("ipTags"))));
        scenario.resetCalls();
        web(IP_TAGS, "A=2");
        scenario.await("the new address", () -> hasAnotherAddressThan(before));
        scenario.await("the event", () -> !events(web, "IPTagsNotChanged").isEmpty());
        scenario.awaitQuiet();

        assertThat(events(web, "IPTagsNotChanged").getFirst()).contains("Azure shows FirstPartyUsage=/Unprivileged");
        assertThat(scenario.azure().calls().counters().of("DELETE", IP)).isEqualTo(1);
        assertThat(ipTags(web)).isEqualTo(Map.of("A", "2"));
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

    private Map<String, String> ipTags(String service) {
        Map<String, String> tags = new java.util.TreeMap<>();
        publicIp(service).at("/properties/ipTags")
                .forEach(tag -> tags.put(tag.path("ipTagType").asText(), tag.path("tag").asText()));
        return tags;
    }

    private String securedAddresses() {
        return scenario.azure()
                .resource(scenario.networkId("networkSecurityGroups", scenario.infrastructure().securityGroup()))
                .orElseThrow()
                .at("/properties/securityRules")
                .toString();
    }
}

package io.azureccm.e2e.suite.scenario.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Public IPs and resource groups that annotations name. */
@TestInstance(Lifecycle.PER_CLASS)
class NamedPublicIpTest extends PublicIpFixture {
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

    private String inGroup(String group, String name) {
        return scenario.networkId(IP, name)
                .replace("/" + scenario.infrastructure().resourceGroup() + "/", "/" + group + "/");
    }
}

package io.azureccm.e2e.suite.scenario.privatelink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import org.junit.jupiter.api.Test;

/** Private link services in trouble: forgotten ones, those of somebody else, and rights that are missing. */
class PrivateLinkFailuresTest extends PrivateLinkFixture {
    @Test
    void oneThatNobodyMentionsAnyMoreGoesAfterAStart() {
        forgetWhileNobodyLooks("azure-pls-create", "true");
        assertThat(links()).isEmpty();
        assertThat(scenario.addresses("web")).hasSize(1);
    }

    @Test
    void oneInAnotherGroupThatNobodyMentionsAnyMoreIsFoundWhenAzureKeepsItsFrontend() {
        seed("/subscriptions/" + scenario.infrastructure().subscription()
                + "/resourceGroups/links/providers/Microsoft.Network/routeTables/any", "{\"location\": \"eastus\"}");
        forgetWhileNobodyLooks("azure-pls-create", "true", "azure-pls-resource-group", "links");
        assertThat(links()).hasSize(1);
        scenario.delete("web");
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        scenario.awaitQuiet();
        assertThat(links()).isEmpty();
        assertThat(scenario.addresses("api")).hasSize(1);
    }

    /** The annotations go while no controller runs. */
    private void forgetWhileNobodyLooks(String... annotations) {
        scenario.apply("web", 80, internal(annotations));
        scenario.apply("api", 81, internal());
        scenario.awaitAddresses("web", "api");
        scenario.awaitQuiet();
        assertThat(links()).hasSize(1);
        scenario.stopController();
        scenario.apply("web", 80, internal());
        scenario.startController();
        scenario.awaitQuiet();
    }

    @Test
    void privateLinkServiceOfSomebodyElseIsNeverTouched() {
        scenario.apply("web", 80, internal());
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        String frontend = scenario.azure()
                .resource(internalBalancer())
                .orElseThrow()
                .at("/properties/frontendIPConfigurations/0/id")
                .asText();
        seed(scenario.networkId("privateLinkServices", "theirs"),
                """
                        {"location": "eastus", "tags": {"k8s-azure-cluster-name": "blue", "k8s-azure-owner-service": "default/web"},
                         "properties": {"loadBalancerFrontendIpConfigurations": [{"id": "%s"}],
                          "ipConfigurations": [{"name": "ip", "properties": {"primary": true, "subnet": {"id": "%s"}}}]}}"""
                        .formatted(frontend, scenario.infrastructure().subnetId()));
        JsonNode before = scenario.azure().resource(links().getFirst()).orElseThrow();
        scenario.apply("web", 80, internal("azure-pls-create", "true"));
        scenario.await("the refusal", () -> scenario.events("web")
                .stream()
                .anyMatch(event -> event.contains("already has unmanaged private link service(theirs)")));
        scenario.apply("api", 81, internal());
        scenario.awaitAddresses("api");
        scenario.delete("web");
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        scenario.apply("new", 82, internal());
        scenario.awaitAddresses("new");
        scenario.awaitQuiet();
        assertThat(scenario.azure().resource(links().getFirst()).orElseThrow()).isEqualTo(before);
    }

    @Test
    void deletionOfOneThatAzureRefusesKeepsOnlyItsOwnServiceWaiting() {
        scenario.apply("web", 80, internal("azure-pls-create", "true"));
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        scenario.azure()
                .faults()
                .add(Fault.on("DELETE", "privateLinkServices",
                        new FaultAction.Refuse(403, "AuthorizationFailed", "no right to delete")));
        scenario.delete("web");
        scenario.apply("api", 81, internal());
        scenario.awaitAddresses("api");
        scenario.await("the event",
                () -> scenario.events("web").stream().anyMatch(event -> event.contains("no right")));
        assertThat(scenario.exists("web")).isTrue();
        scenario.azure().faults().clear();
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        assertThat(links()).isEmpty();
    }

    @Test
    void groupThatCannotBeReadConcernsItsOwnServiceAlone() {
        scenario.azure()
                .faults()
                .add(Fault.on("LIST", "privateLinkServices",
                        new FaultAction.Refuse(403, "AuthorizationFailed", "no right to read")));
        scenario.apply("web", 80, internal("azure-pls-create", "true"));
        scenario.apply("api", 81, internal());
        scenario.awaitAddresses("api");
        scenario.await("the event",
                () -> scenario.events("web").stream().anyMatch(event -> event.contains("no right")));
        scenario.azure().faults().clear();
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        assertThat(links()).hasSize(1);
    }
}

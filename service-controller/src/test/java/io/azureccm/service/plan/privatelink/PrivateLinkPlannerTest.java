package io.azureccm.service.plan.privatelink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which Services get a private link service, its properties, and that one of another owner is never modified. */
class PrivateLinkPlannerTest extends PrivateLinkFixture {
    @Test
    void privateLinkServiceIsMadeAtTheFrontendWithOneDynamicAddress() {
        serve(web());
        ObjectNode link = link(LINK);
        assertThat(ResourceTags.of(link)).isEqualTo(
                Map.of("k8s-azure-cluster-name", "kubernetes", "k8s-azure-owner-service", "shop/web"));
        assertThat(PrivateLink.of(link).frontends()).extracting(ArmId::name).containsExactly(WEB);
        assertThat(configurations(link)).containsExactly("k8s-subnet-" + LINK + "-dynamic-0 Dynamic  true");
        assertThat(policy("k8s-subnet")).isEqualTo("Disabled");
        assertThat(world.plan().plan().operations()).isEmpty();
    }

    @Test
    void privateLinkServiceIsInTheSubscriptionOfTheClusterWhereverTheNetworkIs() {
        world.with("networkResourceSubscriptionID", "network");
        serve(web());
        assertThat(world.resources().keySet()).filteredOn(id -> id.hasType(ArmTypes.PRIVATE_LINK_SERVICE))
                .containsExactly(ArmId.of(World.SUBSCRIPTION, "k8s", ArmTypes.PRIVATE_LINK_SERVICE, LINK));
    }

    @Test
    void oldestServicesGetTheEightPrivateLinkServicesOfALoadBalancer() {
        for (int i = 9; i > 0; i--)
            world.service(internal("web" + i, 80).annotation("azure-pls-create", "true")
                    .created("2026-01-0" + i + "T00:00:00Z")
                    .yaml());
        world.converge();
        assertThat(names()).hasSize(8);
        assertThat(world.plan().plan().refusals()).containsExactly(new Refusal("LoadBalancerFull", "shop/web9",
                "with this Service load balancer \"kubernetes-internal\" exceeds the maximum number of private link"
                        + " services (9 > 8): remove one, share the frontend of another Service, or use another load"
                        + " balancer"));
        world.gone("web1");
        world.converge();
        assertThat(names()).hasSize(8);
        assertThat(world.plan().plan().refusals()).isEmpty();
    }

    @Test
    void everythingTheAnnotationsSayIsInIt() {
        world.subnet("pls-subnet", "10.250.0.0/24");
        world.with("tags", "team=net");
        serve(web().annotation("azure-pls-name", "mine")
                .annotation("azure-pls-resource-group", "links")
                .annotation("azure-pls-ip-configuration-subnet", "pls-subnet")
                .annotation("azure-pls-ip-configuration-ip-address-count", "3")
                .annotation("azure-pls-ip-configuration-ip-address", "10.250.0.9 10.250.0.4")
                .annotation("azure-pls-fqdns", "b.com a.com")
                .annotation("azure-pls-proxy-protocol", "true")
                .annotation("azure-pls-visibility", "s1 *")
                .annotation("azure-pls-auto-approval", "s1 s2"));
        ObjectNode link = world.resources()
                .get(ArmId.of(World.SUBSCRIPTION, "links", ArmTypes.PRIVATE_LINK_SERVICE, "mine"));
        assertThat(configurations(link)).containsExactly("pls-subnet-mine-static-10.250.0.9 Static 10.250.0.9 true",
                "pls-subnet-mine-static-10.250.0.4 Static 10.250.0.4 false",
                "pls-subnet-mine-dynamic-0 Dynamic  false");
        assertThat(ArmJson.texts(link, "properties", "fqdns")).containsExactly("b.com", "a.com");
        assertThat(ArmJson.text(link, "properties", "enableProxyProtocol")).isEqualTo("true");
        assertThat(ArmJson.texts(link, "properties", "visibility", "subscriptions")).containsExactly("*");
        assertThat(ArmJson.texts(link, "properties", "autoApproval", "subscriptions")).containsExactly("s1", "s2");
        assertThat(ResourceTags.of(link)).containsEntry("team", "net");
        assertThat(policy("pls-subnet")).isEqualTo("Disabled");
        assertThat(policy("k8s-subnet")).isEmpty();
    }

    @ParameterizedTest(name = "{0}={1} changes {2}")
    @CsvSource(delimiter = '|', value = {"azure-pls-fqdns|new.com|fqdns",
            "azure-pls-proxy-protocol|true|enableProxyProtocol",
            "azure-pls-visibility|s9|visibility.subscriptions", "azure-pls-visibility|''|visibility.subscriptions",
            "azure-pls-auto-approval|*|autoApproval.subscriptions", "azure-pls-fqdns|''|fqdns",
            "azure-pls-ip-configuration-ip-address-count|2|ipConfigurations",
            "azure-pls-ip-configuration-ip-address|10.240.7.7|ipConfigurations"})
    void changedAnnotationChangesThePrivateLinkServiceInOneWrite(String key, String value, String field) {
        Services before = web().annotation("azure-pls-fqdns", "old.com")
                .annotation("azure-pls-visibility", "s1")
                .annotation("azure-pls-auto-approval", "s1");
        serve(before);
        link(LINK).put("futureTopLevel", "kept");
        world.service(before.annotation(key, value).yaml());
        List<Plan> plans = world.converge();
        assertThat(plans).singleElement().satisfies(plan -> {
            assertThat(plan.operations()).singleElement().satisfies(operation -> {
                assertThat(operation.target().name()).isEqualTo(LINK);
                assertThat(operation.ifMatch()).isEqualTo("W/\"2\"");
                assertThat(operation.changes().toString()).contains(field);
            });
        });
        assertThat(link(LINK).path("futureTopLevel").asText()).isEqualTo("kept");
    }

    @Test
    void oneWhoseLastWriteFailedIsWrittenAgain() {
        serve(web());
        ArmJson.properties(link(LINK)).put("provisioningState", "Failed");
        assertThat(world.plan().plan().operations()).singleElement()
                .satisfies(operation -> assertThat(operation.target().name()).isEqualTo(LINK));
    }

    @Test
    void subnetKeepsEverythingElseAndIsLeftAloneOnceItIsOpen() {
        ObjectNode subnet = world.subnetBody("k8s-subnet");
        ArmJson.properties(subnet).put("privateLinkServiceNetworkPolicies", "Enabled").put("future", 7);
        ObjectNode expected = subnet.deepCopy();
        ArmJson.properties(expected).put("privateLinkServiceNetworkPolicies", "Disabled");
        serve(web());
        assertThat(world.subnetBody("k8s-subnet").path("properties")).isEqualTo(expected.path("properties"));
        world.service(Services.named("api")
                .port("TCP", 81)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-pls-create", "true")
                .yaml());
        assertThat(world.converge()).allSatisfy(plan -> assertThat(plan.operations())
                .noneMatch(operation -> operation.target().hasType(ArmTypes.SUBNET)));
    }

    @Test
    void dualStackServiceGetsOneForItsIpv4Frontend() {
        serve(web().spec("ipFamilies: [IPv4, IPv6]"));
        assertThat(names()).containsExactly(LINK);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', value = {
            "azure-pls-name|other|cannot change existing private link service name",
            "azure-pls-resource-group|elsewhere|cannot change the resource group of existing private link service",
            "azure-pls-ip-configuration-subnet|nowhere|failed to get private link service subnet(nowhere)"})
    void whatCannotBeDoneIsRefusedAndThePrivateLinkServiceStays(String key, String value, String message) {
        world.subnet("nowhere", null);
        serve(web());
        ObjectNode before = link(LINK).deepCopy();
        world.service(web().annotation(key, value).yaml());
        Plan plan = world.plan().plan();
        assertThat(plan.refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message()).contains(message));
        assertThat(plan.operations()).isEmpty();
        assertThat(link(LINK)).isEqualTo(before);
    }

    @ParameterizedTest(name = "tags {0}: {1}")
    @CsvSource(delimiter = '|', value = {"{}|already has unmanaged private link service(theirs)",
            "{\"k8s-azure-owner-service\": \"shop/web\"}|already has unmanaged private link service(theirs)",
            "{\"k8s-azure-cluster-name\": \"blue\", \"k8s-azure-owner-service\": \"shop/web\"}|already has unmanaged",
            "{\"k8s-azure-cluster-name\": \"KUBERNETES\", \"k8s-azure-owner-service\": \"shop/other\"}|"})
    void privateLinkServiceOfAnotherOwnerIsNeverTouched(String tags, String message) {
        serve(plain("web"));
        theirs(tags);
        ObjectNode before = link("theirs").deepCopy();
        world.service(web().yaml());
        Plan plan = world.plan().plan();
        assertThat(plan.refusals().stream().map(refusal -> refusal.message()).toList()).hasSize(message == null ? 0 : 1)
                .allSatisfy(text -> assertThat(text).contains(message));
        assertThat(plan.operations()).isEmpty();
        world.service(plain("web").yaml());
        world.converge();
        assertThat(link("theirs")).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"azure-pls-name,x", "azure-pls-ip-configuration-subnet,k8s-subnet", "azure-pls-fqdns,a.com",
            "azure-pls-ip-configuration-ip-address-count,1", "azure-pls-ip-configuration-ip-address,10.240.8.8",
            "azure-pls-proxy-protocol,false", "azure-pls-visibility,*", "azure-pls-auto-approval,s1"})
    void serviceThatSharesAFrontendCannotConfigureWhatAnOlderOneOwns(String key, String value) {
        world.service(sharing("web", 80).annotation("azure-pls-create", "true").yaml());
        world.service(sharing("api", 81).created("2026-01-02T00:00:00Z").annotation("azure-pls-create", "true").yaml());
        world.converge();
        assertThat(names()).containsExactly(LINK);
        assertThat(world.plan().plan().refusals()).isEmpty();
        world.service(sharing("api", 81).created("2026-01-02T00:00:00Z")
                .annotation("azure-pls-create", "true")
                .annotation(key, value)
                .yaml());
        assertThat(world.plan().plan().refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.subject()).isEqualTo("shop/api");
            assertThat(refusal.message())
                    .contains("already has existing private link service(" + LINK + ") owned by service(shop/web)");
        });
    }

    @Test
    void sameNameForTwoFrontendsGoesToTheOlderService() {
        world.service(web().annotation("azure-pls-name", "mine").yaml());
        world.service(internal("api", 81).created("2026-01-02T00:00:00Z")
                .annotation("azure-pls-create", "true")
                .annotation("azure-pls-name", "mine")
                .yaml());
        for (int i = 0; i < 2; i++) {
            assertThat(world.plan().plan().refusals()).singleElement().satisfies(refusal -> {
                assertThat(refusal.subject()).isEqualTo("shop/api");
                assertThat(refusal.message()).contains("is owned by service(shop/web)");
            });
            world.converge();
        }
    }

    private String policy(String subnet) {
        return ArmJson.text(world.subnetBody(subnet), "properties", "privateLinkServiceNetworkPolicies");
    }

    private static List<String> configurations(ObjectNode link) {
        return ArmJson.list(link, "properties", "ipConfigurations")
                .stream()
                .map(configuration -> String.join(" ", ArmJson.name(configuration),
                        ArmJson.text(configuration, "properties", "privateIPAllocationMethod"),
                        ArmJson.text(configuration, "properties", "privateIPAddress"),
                        ArmJson.text(configuration, "properties", "primary")))
                .toList();
    }
}

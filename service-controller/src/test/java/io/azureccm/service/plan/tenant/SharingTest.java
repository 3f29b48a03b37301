package io.azureccm.service.plan.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.common.core.tenant.TenantPolicy.Sharing;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.GoldenPlanTest;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.Notice;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which Services of several namespaces may share an address, and which resource groups their annotations may name. */
class SharingTest {
    private static final String WEB = "20.0.0.5";
    private static final String INNER = "10.240.9.9";

    private final World world = new World(1);

    /** An external and an internal Service of team-a. */
    @BeforeEach
    void owners() {
        world.service(Services.named("web").in("team-a").port("TCP", 80).yaml());
        world.service(internal("inner", "team-a", 80).yaml());
        world.converge();
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', value = {
            "azure-pip-name|kubernetes-NAME|public IP kubernetes-NAME (annotation KEY) belongs",
            "azure-load-balancer-ipv4|20.0.0.5|address 20.0.0.5 (annotation KEY or spec.loadBalancerIP) belongs",
            "inner|10.240.9.9|address 10.240.9.9 (annotation KEY or spec.loadBalancerIP) belongs"})
    void shareOfAnotherNamespaceIsRefusedAndChangesNothing(String key, String value, String message) {
        world.tenants(within());
        String name = ServiceNames.base(Services.uid("web"));
        boolean isInternal = key.equals("inner");
        Services guest = isInternal
                ? internal("guest", "team-b", 81)
                : guest("team-b").annotation(key, value.replace("NAME", name));
        world.service(guest.yaml());
        Map<String, String> before = NamespaceState.of(world, NamespaceState.served(world, "team-a"));
        assertThat(world.plan().plan().operations()).isEmpty();
        assertThat(NamespaceState.of(world, NamespaceState.served(world, "team-a"))).isEqualTo(before);
        assertThat(refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.subject()).isEqualTo("team-b/guest");
            assertThat(refusal.code()).isEqualTo("AddressNotShared");
            assertThat(refusal.message())
                    .contains(message.replace("NAME", name)
                            .replace("KEY", "service.beta.kubernetes.io/"
                                    + (isInternal ? "azure-load-balancer-ipv4" : key)))
                    .contains("azureccm.tenants.sharing", "use another address")
                    .doesNotContain("team-a");
        });
        world.gone("guest");
        assertThat(world.plan().plan().operations()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"team-a", "team-b"})
    void shareWithinANamespaceOrAmongTrustedOnesIsNot(String namespace) {
        world.tenants(within("team-a", "team-b"));
        world.service(guest(namespace).annotation("azure-load-balancer-ipv4", WEB).yaml());
        world.service(internal("guest2", namespace, 81).yaml());
        world.converge();
        assertThat(refusals()).isEmpty();
        world.tenants(within("team-b", "team-c"));
        assertThat(refusals()).hasSize(namespace.equals("team-a") ? 0 : 2);
    }

    @Test
    void existingShareKeepsWhatItHasAndIsDeletedAsEver() {
        shared();
        Map<String, String> before = NamespaceState.of(world, world.services());
        world.tenants(within());
        assertThat(world.plan().plan().operations()).isEmpty();
        assertThat(refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.subject()).isEqualTo("team-b/guest"));
        world.tenants(TenantPolicy.DEFAULT);
        assertThat(NamespaceState.of(world, world.services())).isEqualTo(before);

        world.tenants(within());
        world.service(Services.named("web").in("team-a").port("TCP", 80).port("TCP", 8080).yaml());
        world.converge();
        assertThat(NamespaceState.of(world, world.services()).keySet()).as("the owner's change is made")
                .anyMatch(name -> name.contains("loadBalancingRules") && name.endsWith("TCP-8080"));

        world.gone("guest");
        world.converge();
        assertThat(NamespaceState.of(world, world.services()).keySet())
                .noneMatch(name -> name.contains(ServiceNames.base(Services.uid("guest"))));
    }

    @Test
    void addressOfADeletedOwnerIsThatOfTheServiceThatSharedIt() {
        shared();
        world.tenants(within());
        world.gone("web");
        world.converge();
        world.forget("web");
        assertThat(refusals()).isEmpty();
        world.gone("guest");
        world.converge();
        assertThat(world.resources().keySet()).noneMatch(id -> id.hasType(ArmTypes.PUBLIC_IP));
    }

    @Test
    void bothSidesAreToldOfAShareAndTheGuestNoNames() {
        shared();
        assertThat(notices("web")).singleElement().satisfies(notice -> {
            assertThat(notice.type()).isEqualTo(Notice.Type.NORMAL);
            assertThat(notice.reason()).isEqualTo("AddressShared");
            assertThat(notice.message())
                    .isEqualTo("its address " + WEB + " is shared by Services of other namespaces: team-b/guest");
        });
        assertThat(notices("guest")).extracting(Notice::message)
                .containsExactly("shares address " + WEB + ", which belongs to a Service of another namespace");
        world.service(guest("team-a").annotation("azure-load-balancer-ipv4", WEB).yaml());
        assertThat(notices("web")).isEmpty();
        assertThat(notices("guest")).isEmpty();
    }

    @Test
    void bothSidesAreToldOfAnAdditionalAddressThatTheyShare() {
        for (String name : List.of("web", "guest"))
            world.service(Services.named(name)
                    .in(name.equals("web") ? "team-a" : "team-b")
                    .port("TCP", name.length())
                    .annotation("azure-additional-public-ips", "20.77.0.1")
                    .yaml());
        assertThat(notices("web")).extracting(Notice::message)
                .containsExactly("its address 20.77.0.1 is shared by Services of other namespaces: team-b/guest");
        assertThat(notices("guest")).extracting(Notice::message)
                .containsExactly("shares address 20.77.0.1, which belongs to a Service of another namespace");
    }

    @Test
    void refusedShareReadsAsRecorded() throws IOException {
        world.tenants(within());
        world.service(guest("team-b").annotation("azure-load-balancer-ipv4", WEB).yaml());
        world.service(internal("guest2", "team-c", 81).annotation("azure-pls-create", "true").yaml());
        world.service(Services.named("own")
                .in("team-a")
                .port("TCP", 83)
                .created("2026-01-03T00:00:00Z")
                .annotation("azure-load-balancer-ipv4", WEB)
                .yaml());
        GoldenPlanTest.check("share-of-another-namespace", world.converge());
    }

    @Test
    void privateLinkServiceOfASharerReadsAsRecorded() throws IOException {
        world.service(internal("guest2", "team-c", 81).annotation("azure-pls-create", "true").yaml());
        GoldenPlanTest.check("private-link-of-a-sharer", world.converge());
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', value = {"azure-load-balancer-resource-group|other",
            "azure-pls-resource-group|other",
            "azure-pip-prefix-id|/subscriptions/s/resourceGroups/other/providers/Microsoft.Network/publicIPPrefixes/p"})
    void groupThatAnnotationsMayNotNameIsRefusedAndNotRead(String key, String value) {
        world.tenants(groups("Shared"));
        world.service(published(key, value).yaml());
        assertThat(refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message()).contains(key, value, "resource group \"other\"",
                        "azureccm.tenants.resource-groups", "use a group that they may name"));
        assertThat(world.services()).allSatisfy(service -> {
            assertThat(service.address().publicIpResourceGroup()).isEmpty();
            assertThat(service.privateLink().resourceGroup()).isEmpty();
        });
        world.service(published(key, value.replace("other", "SHARED")).yaml());
        assertThat(refusals()).isEmpty();
    }

    /** Service "guest" of team-b shares the address of "web" of team-a. */
    private void shared() {
        world.service(guest("team-b").annotation("azure-load-balancer-ipv4", WEB).yaml());
        world.converge();
        assertThat(refusals()).isEmpty();
    }

    private List<Notice> notices(String name) {
        return world.plan().plannedServices().get(Services.uid(name)).notices();
    }

    private List<Refusal> refusals() {
        return world.plan().plan().refusals();
    }

    private static TenantPolicy within(String... trusted) {
        return new TenantPolicy(AdditionalAddresses.CHECKED, new Sharing(false, Set.of(trusted)), Optional.empty(),
                true);
    }

    private static TenantPolicy groups(String... groups) {
        return new TenantPolicy(AdditionalAddresses.CHECKED, Sharing.ANYWHERE, Optional.of(Set.of(groups)), true);
    }

    private static Services guest(String namespace) {
        return Services.named("guest").in(namespace).port("TCP", 81).created("2026-01-02T00:00:00Z");
    }

    /** With a private link service, which an external Service may have, too, if it is reached at its nodes' ports. */
    private static Services published(String key, String value) {
        return guest("team-b").annotation("azure-disable-load-balancer-floating-ip", "true")
                .annotation("azure-pls-create", "true")
                .annotation(key, value);
    }

    private static Services internal(String name, String namespace, int port) {
        return Services.named(name)
                .in(namespace)
                .created("2026-01-02T00:00:00Z")
                .port("TCP", port)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-load-balancer-ipv4", INNER);
    }
}

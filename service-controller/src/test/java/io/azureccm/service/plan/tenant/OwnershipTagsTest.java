package io.azureccm.service.plan.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.orphan.OrphanWorld;
import io.azureccm.service.spec.Notice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tags that say whose a resource is come from the controller alone; what somebody else wrote there is found. */
class OwnershipTagsTest {
    private static final String WEB = "kubernetes-" + ServiceNames.base(Services.uid("web"));
    private static final Map<String, String> OF_BOTH = Map.of("k8s-azure-service", "team-a/web,team-b/guest",
            "k8s-azure-cluster-name", "kubernetes");

    private final World world = new World(1);

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"k8s-azure-service=team-b/guest,k8s-azure-cluster-name=other",
            "K8S-AZURE-Service=team-b/guest,K8s-Azure-Cluster-Name=other",
            "  k8s-azure-service = team-b/guest ,\\tk8s-azure-cluster-name=other",
            "service=team-b/guest,kubernetes-cluster-name=other", "k8s-azure-service=,k8s-azure-cluster-name=",
            "k8s-azure-dns-label-service=team-b/guest,kubernetes-dns-label-service=team-b/guest",
            "k8s-azure-owner-service=team-b/guest"})
    void sharerCannotTakeAPublicIpOverByItsTags(String tags) {
        world.service(web().yaml());
        world.converge();
        world.service(guest().annotation("azure-pip-tags", tags + ",team=b").yaml());
        world.converge();

        assertThat(tags()).isEqualTo(with(OF_BOTH, "team", "b"));
        assertThat(reasons("guest")).containsOnly("ReservedTag", "AddressShared");
        assertThat(reasons("web")).containsExactly("AddressShared");
        assertThat(world.plan().plan().refusals()).isEmpty();
        leave();
        assertThat(world.resource(ArmTypes.PUBLIC_IP, WEB)).isEmpty();
        assertThat(SecurityRules.of(world)).isEmpty();
    }

    @ParameterizedTest(name = "systemTags {0}")
    @ValueSource(strings = {"", "sys", "k8s-azure,kubernetes,service"})
    void cloudConfigSetsNoTagThatSaysWhoseAResourceIs(String systemTags) {
        world.with("tags", "'k8s-azure-service=team-b/guest,Service=x,team=net'")
                .with("tagsMap", "{k8s-azure-cluster-name: other, k8s-azure-owner-service: team-b/guest}")
                .with("systemTags", "'" + systemTags + "'");
        world.service(web().yaml());
        world.service(Services.named("link")
                .in("team-a")
                .port("TCP", 81)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-pls-create", "true")
                .yaml());
        world.converge();

        assertThat(tags()).isEqualTo(Map.of("k8s-azure-service", "team-a/web", "k8s-azure-cluster-name", "kubernetes",
                "team", "net"));
        for (String type : List.of(ArmTypes.LOAD_BALANCER, ArmTypes.SECURITY_GROUP)) {
            assertThat(bodies(type)).isNotEmpty()
                    .allSatisfy(body -> assertThat(ResourceTags.of(body)).isEqualTo(Map.of("team", "net")));
        }
        assertThat(bodies(ArmTypes.PRIVATE_LINK_SERVICE)).singleElement()
                .satisfies(link -> assertThat(ResourceTags.of(link)).isEqualTo(Map.of("team", "net",
                        "k8s-azure-cluster-name", "kubernetes", "k8s-azure-owner-service", "team-a/link")));
    }

    @Test
    void publicIpTaggedWithAnotherClusterKeepsServingAndIsFoundAfterItsServiceIsGone() {
        world.service(web().yaml());
        world.converge();
        tag("k8s-azure-service", "team-b/guest", "k8s-azure-cluster-name", "other");
        ObjectNode changed = world.resource(ArmTypes.PUBLIC_IP, WEB).orElseThrow().deepCopy();

        world.service(web().port("TCP", 443).yaml());
        world.converge();
        assertThat(world.plan().plan().refusals()).isEmpty();
        assertThat(SecurityRules.unordered(world)).containsExactly("Allow Tcp Internet > 20.0.0.5 443,80");
        assertThat(notices("web")).singleElement()
                .satisfies(notice -> assertThat(notice.message())
                        .contains(WEB, "k8s-azure-cluster-name names cluster other", "set the tag to kubernetes"));
        leave();
        assertThat(world.resource(ArmTypes.PUBLIC_IP, WEB)).as("may be meant for the other cluster").contains(changed);
        assertThat(SecurityRules.of(world)).as("which would be open for it").isEmpty();
        OrphanWorld orphans = new OrphanWorld(world);
        assertThat(orphans.findings()).singleElement()
                .satisfies(found -> assertThat(found.orphan().why())
                        .contains("its name begins with " + WEB, "its tags name cluster other"));
        assertThat(orphans.remove()).isEmpty();
    }

    @Test
    void publicIpThatAnotherClusterUsesIsNeitherFoundNorClosed() {
        world.put(ArmTypes.PUBLIC_IP, WEB, """
                {"tags": {"k8s-azure-service": "team-a/web", "k8s-azure-cluster-name": "other"}, "properties": {
                 "ipAddress": "20.9.0.1", "ipConfiguration": {"id": "%s/frontendIPConfigurations/x"}}}"""
                .formatted(World.id(ArmTypes.LOAD_BALANCER, "other")));
        SecurityRules.put(world, SecurityRules.rule("k8s-azure-lb_allow_IPv4_d39272f7f57ed937951650d93992ad77", 500,
                "\"destinationPortRanges\": [\"80\"], \"sourceAddressPrefix\": \"Internet\","
                        + " \"destinationAddressPrefix\": \"20.9.0.1\""));
        world.service(guest().yaml());
        world.converge();
        assertThat(SecurityRules.unordered(world)).containsExactly("Allow Tcp Internet > 20.9.0.1 80");
        assertThat(new OrphanWorld(world).findings()).isEmpty();
    }

    @Test
    void nameThatDoesNotUseThePublicIpIsPutRight() {
        world.service(web().yaml());
        world.service(guest().annotation("azure-pip-name", "").yaml());
        world.converge();
        tag("k8s-azure-service", "team-b/guest", "k8s-azure-cluster-name", "kubernetes");
        world.converge();
        assertThat(tags()).containsEntry("k8s-azure-service", "team-a/web");
    }

    @Test
    void dnsLabelIsFreeIfItsTagNamesAServiceThatDoesNotUseThePublicIp() {
        world.service(web().annotation("azure-dns-label-name", "shop").yaml());
        world.converge();
        tag("k8s-azure-service", "team-a/web", "k8s-azure-dns-label-service", "team-b/guest");
        world.service(web().annotation("azure-dns-label-name", "store").yaml());
        world.converge();
        assertThat(world.plan().plan().refusals()).isEmpty();
        assertThat(tags()).containsEntry("k8s-azure-dns-label-service", "team-a/web");
    }

    private void leave() {
        world.gone("web");
        world.gone("guest");
        world.converge();
        world.forget("web");
        world.forget("guest");
    }

    private void tag(String... keysAndValues) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2)
            tags.put(keysAndValues[i], keysAndValues[i + 1]);
        ResourceTags.put(world.resource(ArmTypes.PUBLIC_IP, WEB).orElseThrow(), tags);
    }

    private Map<String, String> tags() {
        return ResourceTags.of(world.resource(ArmTypes.PUBLIC_IP, WEB).orElseThrow());
    }

    private List<ObjectNode> bodies(String type) {
        return world.resources()
                .entrySet()
                .stream()
                .filter(each -> each.getKey().hasType(type))
                .map(Map.Entry::getValue)
                .toList();
    }

    private List<Notice> notices(String service) {
        return world.plan().plannedServices().get(Services.uid(service)).notices();
    }

    private List<String> reasons(String service) {
        return notices(service).stream().map(Notice::reason).toList();
    }

    private static Map<String, String> with(Map<String, String> tags, String key, String value) {
        return ResourceTags.with(tags, key, value);
    }

    private static Services web() {
        return Services.named("web").in("team-a").port("TCP", 80);
    }

    /** A Service of another namespace that shares the public IP of "web". */
    private static Services guest() {
        return Services.named("guest")
                .in("team-b")
                .port("TCP", 8080)
                .created("2026-01-02T00:00:00Z")
                .annotation("azure-pip-name", WEB);
    }
}

package io.azureccm.service.plan.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which public IP a Service gets, its properties, and when it is deleted. */
class PublicIpPlanTest {
    static final String MINE = """
            {"sku": {"name": "Standard"}, "properties": {"ipAddress": "20.9.0.1", "publicIPAddressVersion": "IPv4",
             "publicIPAllocationMethod": "Static"}}""";
    static final String PREFIXES = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/publicIPPrefixes/";

    private final World world = new World(1);

    @ParameterizedTest(name = "name={0} prefix={1} ip={2} -> {3}")
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "mine|p1|20.9.0.1|mine", "mine|-|20.9.0.2|mine", "-|p1|20.9.0.1|kubernetes-BASE-p1", "-|-|20.9.0.1|mine",
            "-|-|-|kubernetes-BASE"})
    void nameGoesBeforePrefixBeforeAddressBeforeTheGeneratedName(String name, String prefix, String ip,
            String expected) {
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE);
        Services service = web();
        if (name != null)
            service.annotation("azure-pip-name", name);
        if (prefix != null)
            service.annotation("azure-pip-prefix-id", PREFIXES + prefix);
        if (ip != null)
            service.spec("loadBalancerIP: " + ip);
        world.service(service.yaml());
        world.converge();
        assertThat(publicIpOf("web")).isEqualTo(expected.replace("BASE", base("web")));
    }

    @Test
    void longNameWithPrefixIsCutTo75CharactersBeforeTheSuffixOfTheFamily() {
        String prefix = PREFIXES + "p".repeat(60);
        world.service(web().annotation("azure-pip-prefix-id", prefix)
                .annotation("azure-pip-prefix-id-ipv6", prefix)
                .spec("ipFamilies: [IPv4, IPv6]")
                .yaml());
        world.converge();
        String cut = ("kubernetes-" + base("web") + "-" + "p".repeat(60)).substring(0, 75);
        assertThat(publicIps()).containsExactlyInAnyOrder(cut, cut + "-IPv6");
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', value = {
            "azure-pip-name|gone|PublicIP from annotation azure-pip-name(-IPv6)=gone for service shop/web doesn't exist",
            "azure-pip-name|gone|failed to find PIP gone in resource group k8s",
            "azure-load-balancer-ipv4|20.7.7.7|cannot find public IP with IP address 20.7.7.7 in resource group k8s"})
    void publicIpThatIsNotThereIsRefusedAfterItWasLookedForAgain(String key, String value,
            String message) {
        world.service(web().annotation(key, value).yaml());
        ServicePlan plan = world.plan();
        assertThat(plan.plan().refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.message()).contains(message);
            assertThat(refusal.code()).isEqualTo("PublicIPNotFound");
        });
        assertThat(plan.missing().outdated()).singleElement()
                .asString()
                .endsWith("/k8s/providers/" + ArmTypes.PUBLIC_IP);
        assertThat(plan.plan().operations()).isEmpty();
    }

    @Test
    void publicIpIsMadeAndFoundInTheResourceGroupOfTheAnnotation() {
        world.putIn("shared", ArmTypes.PUBLIC_IP, "mine", MINE);
        world.service(web().annotation("azure-load-balancer-resource-group", " shared ").yaml());
        world.service(Services.named("api")
                .port("TCP", 81)
                .annotation("azure-load-balancer-resource-group", "shared")
                .spec("loadBalancerIP: 20.9.0.1")
                .yaml());
        world.converge();
        assertThat(world.resourceIn("shared", ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"))).isPresent();
        assertThat(world.plan().plannedServices().get(Services.uid("api")).addresses()).contains(List.of("20.9.0.1"));
    }

    @Test
    void publicIpMovesWithTheResourceGroupOfTheAnnotation() {
        world.service(web().yaml());
        world.converge();
        world.service(web().annotation("azure-load-balancer-resource-group", "shared").yaml());
        world.converge();
        assertThat(world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"))).isEmpty();
        assertThat(world.resourceIn("shared", ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"))).isPresent();
    }

    @Test
    void newPublicIpHasZonesOfTheRegionAndTagsOfConfigAndService() {
        world.with("tags", "\"team=blue,Stage=prod\"");
        world.service(web().annotation("azure-pip-tags", "stage=test,mine=1").yaml());
        world.converge();
        ObjectNode ip = generated("web");
        assertThat(ArmJson.texts(ip, "zones")).containsExactly("1", "2", "3");
        assertThat(ResourceTags.of(ip)).containsEntry("team", "blue")
                .containsEntry("Stage", "test")
                .containsEntry("mine", "1")
                .containsEntry("k8s-azure-service", "shop/web")
                .containsEntry("k8s-azure-cluster-name", "kubernetes");
    }

    @Test
    void edgeZoneTakesThePlaceOfZones() {
        world.with("extendedLocationName", "perth").with("extendedLocationType", "EdgeZone");
        world.service(web().yaml());
        world.converge();
        assertThat(generated("web").has("zones")).isFalse();
        assertThat(generated("web").at("/extendedLocation/name").asText()).isEqualTo("perth");
    }

    @Test
    void tagsGoOnlyWhereSystemTagsAreConfigured() {
        world.service(web().yaml());
        world.converge();
        ResourceTags.put(generated("web"), ResourceTags.with(ResourceTags.of(generated("web")), "theirs", "1"));
        assertThat(world.plan().plan().operations()).isEmpty();
        world.with("systemTags", "sys");
        world.converge();
        assertThat(ResourceTags.of(generated("web"))).doesNotContainKey("theirs")
                .containsKeys("k8s-azure-service", "k8s-azure-cluster-name");
    }

    @Test
    void publicIpOfTheUserGetsSkuAndLabelAndNeitherTagsNorEnd() {
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE.replace("Standard", "Basic"));
        world.service(web().annotation("azure-pip-name", "mine")
                .annotation("azure-dns-label-name", "shop")
                .annotation("azure-pip-tags", "a=b")
                .yaml());
        world.converge();
        ObjectNode ip = world.resource(ArmTypes.PUBLIC_IP, "mine").orElseThrow();
        assertThat(ip.at("/sku/name").asText()).isEqualTo("Standard");
        assertThat(ip.at("/properties/dnsSettings/domainNameLabel").asText()).isEqualTo("shop");
        assertThat(ip.has("tags")).isFalse();
        world.gone("web");
        world.converge();
        assertThat(publicIps()).containsExactly("mine");
    }

    @Test
    void legacyTagsTellTheOwnerAndAreCarriedOver() {
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE.replaceFirst("\\{",
                "{\"tags\": {\"service\": \"shop/web\", \"kubernetes-cluster-name\": \"kubernetes\"}, "));
        world.service(web().annotation("azure-pip-name", "mine").yaml());
        world.service(sharing("api", 81).yaml());
        world.converge();
        assertThat(ResourceTags.of(world.resource(ArmTypes.PUBLIC_IP, "mine").orElseThrow()))
                .containsEntry("k8s-azure-service", "shop/web,shop/api");
        world.gone("web");
        world.gone("api");
        world.converge();
        assertThat(publicIps()).isEmpty();
    }

    @Test
    void publicIpOfAnotherClusterIsRefusedAndLeftAlone() {
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE.replaceFirst("\\{",
                "{\"tags\": {\"k8s-azure-service\": \"shop/web\", \"k8s-azure-cluster-name\": \"blue\"}, "));
        world.service(web().annotation("azure-pip-name", "mine").yaml());
        assertThat(world.plan().plan().operations()).isEmpty();
        assertThat(world.plan().plan().refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message()).contains("belongs to cluster blue"));
    }

    @Test
    void managedPublicIpOfServicesNobodyKnowsIsNotTouched() {
        world.put(ArmTypes.PUBLIC_IP, "orphan", MINE.replaceFirst("\\{",
                "{\"tags\": {\"k8s-azure-service\": \"shop/long-gone\", \"k8s-azure-cluster-name\": \"kubernetes\"}, "));
        world.service(web().yaml());
        world.converge();
        world.gone("web");
        world.converge();
        assertThat(publicIps()).containsExactly("orphan");
    }

    @Test
    void publicIpAttachedElsewhereStaysAndSaysSoWithoutAWrite() {
        world.service(web().yaml());
        world.converge();
        ArmJson.properties(generated("web"))
                .putObject("natGateway")
                .put("id", "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/natGateways/egress");
        world.gone("web");
        world.converge();
        assertThat(publicIps()).containsExactly("kubernetes-" + base("web"));
        assertThat(notices("web")).contains("DeletePublicIPAddress: public IP kubernetes-" + base("web")
                + " is no longer used but is kept: it is attached to natGateways/egress");
    }

    @Test
    void changeOfNameOrPrefixReleasesWhatWasMadeForTheServiceOnly() {
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE);
        world.put(ArmTypes.PUBLIC_IP, "other", MINE.replace("20.9.0.1", "20.9.0.2"));
        String generated = "kubernetes-" + base("web");
        for (Optional<String[]> wish : List.<Optional<String[]>>of(Optional.empty(),
                Optional.of(new String[]{"azure-pip-prefix-id", PREFIXES + "p1", generated + "-p1"}),
                Optional.of(new String[]{"azure-pip-prefix-id", PREFIXES + "p2", generated + "-p2"}),
                Optional.of(new String[]{"azure-pip-name", "mine", "mine"}),
                Optional.of(new String[]{"azure-pip-name", "other", "other"}), Optional.<String[]>empty())) {
            Services service = web();
            wish.ifPresent(text -> service.annotation(text[0], text[1]));
            world.service(service.yaml());
            world.converge();
            String expected = wish.map(text -> text[2]).orElse(generated);
            assertThat(publicIpOf("web")).isEqualTo(expected);
            Set<String> left = new java.util.TreeSet<>(List.of("mine", "other", expected));
            assertThat(publicIps()).isEqualTo(left);
        }
    }

    @Test
    void basicLoadBalancerGetsABasicPublicIpWithoutPrefixAndZones() {
        world.with("loadBalancerSku", "basic");
        world.service(web().annotation("azure-pip-prefix-id", PREFIXES + "p1").spec("ipFamilies: [IPv6]").yaml());
        world.converge();
        ObjectNode ip = world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web") + "-p1").orElseThrow();
        assertThat(ip.has("sku")).isFalse();
        assertThat(ip.has("zones")).isFalse();
        assertThat(ip.at("/properties/publicIPAllocationMethod").asText()).isEqualTo("Dynamic");
        assertThat(ip.at("/properties").has("publicIPPrefix")).isFalse();
    }

    private ObjectNode generated(String service) {
        return world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base(service)).orElseThrow();
    }

    private Set<String> publicIps() {
        return world.resources()
                .keySet()
                .stream()
                .filter(id -> id.hasType(ArmTypes.PUBLIC_IP))
                .map(id -> id.name())
                .collect(Collectors.toSet());
    }

    private String publicIpOf(String service) {
        return ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow(), "properties",
                "frontendIPConfigurations")
                .stream()
                .filter(frontend -> ArmJson.name(frontend).startsWith(base(service)))
                .map(frontend -> new Frontend(null, frontend).publicIpId().replaceAll(".*/", ""))
                .collect(Collectors.joining(","));
    }

    private List<String> notices(String service) {
        return world.plan()
                .plannedServices()
                .get(Services.uid(service))
                .notices()
                .stream()
                .map(notice -> notice.reason() + ": " + notice.message())
                .toList();
    }

    private static String base(String service) {
        return ServiceNames.base(Services.uid(service));
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    private static Services sharing(String name, int port) {
        return Services.named(name).port("TCP", port).annotation("azure-pip-name", "mine");
    }
}

package io.azureccm.service.plan.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which Service sets the DNS label of a public IP, and how it changes. */
class DnsLabelTest {
    private static final String MINE = PublicIpPlanTest.MINE;
    private static final String PREFIXES = PublicIpPlanTest.PREFIXES;

    private final World world = new World(1);

    @Test
    void labelIsSetKeptWhenTheAnnotationGoesAndRemovedWhenItIsEmpty() {
        world.service(web().annotation("azure-dns-label-name", "shop").yaml());
        world.converge();
        assertThat(ResourceTags.of(generated("web"))).containsEntry("k8s-azure-dns-label-service", "shop/web");
        world.service(web().yaml());
        assertThat(world.plan().plan().operations()).isEmpty();
        world.service(web().annotation("azure-dns-label-name", "SHOP").yaml());
        assertThat(world.plan().plan().operations()).isEmpty();
        world.service(web().annotation("azure-dns-label-name", "").yaml());
        world.converge();
        assertThat(generated("web").at("/properties/dnsSettings/domainNameLabel").asText()).isEmpty();
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({"azure-pip-name,mine", "azure-pip-prefix-id," + PREFIXES + "p1",
            "azure-load-balancer-resource-group,shared"})
    void labelFollowsTheServiceToItsNextPublicIp(String key, String value) {
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE);
        world.service(web().annotation("azure-dns-label-name", "shop").yaml());
        world.converge();
        world.service(web().annotation("azure-dns-label-name", "shop").annotation(key, value).yaml());
        world.converge();
        assertThat(world.resources()
                .values()
                .stream()
                .filter(body -> ArmJson.text(body, "properties", "dnsSettings", "domainNameLabel").equals("shop")))
                .singleElement()
                .satisfies(ip -> assertThat(world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web")))
                        .as("the first one")
                        .isEmpty());
        assertThat(world.plan().plan().operations()).isEmpty();
    }

    @Test
    void secondServiceCannotTakeTheLabelOfASharedPublicIp() {
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE);
        for (String kind : List.of("of the user", "managed")) {
            world.service(sharing("web", 80).annotation("azure-dns-label-name", "one").yaml());
            world.service(sharing("api", 81).annotation("azure-dns-label-name", "two")
                    .created("2026-01-02T00:00:00Z")
                    .yaml());
            world.converge();
            assertThat(world.plan().plan().refusals()).as(kind).singleElement().satisfies(refusal -> {
                assertThat(refusal.subject()).isEqualTo("shop/api");
                assertThat(refusal.message()).contains("there is an existing service shop/web consuming the DNS label");
            });
            ResourceTags.put(world.resource(ArmTypes.PUBLIC_IP, "mine").orElseThrow(), Map.of("k8s-azure-service",
                    "shop/web", "k8s-azure-dns-label-service", "shop/web", "k8s-azure-cluster-name", "kubernetes"));
        }
    }

    /** Columns: the Services and the cluster in the tags of the public IP with the label, and what is said of it. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "-|-|, which no Service owns: use another label, or remove it there",
            "shop/web|-|-", "shop/api|-|, of Service shop/api: use another label",
            "shop/gone|-|, which was for Service shop/gone and is left over: use another label, or delete that public IP",
            "shop/old|blue|, which was for Service shop/old of cluster blue and is left over: use another label, or delete that public IP",
            "team/x|-|, which was for a Service of another namespace and is left over: use another label, or delete that public IP"})
    void holderOfALabelThatAzureRefusesIsNamed(String services, String cluster, String text) {
        ObjectNode mine = world.put(ArmTypes.PUBLIC_IP, "mine", MINE);
        ArmJson.properties(mine).putObject("dnsSettings").put("domainNameLabel", "shop");
        if (services != null)
            ResourceTags.put(mine, Map.of("k8s-azure-service", services, "k8s-azure-cluster-name",
                    cluster == null ? "" : cluster));
        world.service(Services.named("api").port("TCP", 81).yaml());
        world.service(Services.named("gone").port("TCP", 82).yaml());
        world.gone("gone");
        ServiceSpec asking = world.service(web().annotation("azure-dns-label-name", "shop").yaml());
        DnsLabelHolder holder = new DnsLabelHolder(world.observedState(), world.services());

        assertThat(holder.text(asking, new Refusal("DnsRecordInUse", "shop/web", "")))
                .isEqualTo(Optional.ofNullable(text)
                        .map(each -> "the DNS label \"shop\" is that of public IP mine in resource group k8s" + each));
        assertThat(holder.text(asking, new Refusal("PublicIPNotFound", "shop/web", ""))).isEmpty();
    }

    private ObjectNode generated(String service) {
        return world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base(service)).orElseThrow();
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

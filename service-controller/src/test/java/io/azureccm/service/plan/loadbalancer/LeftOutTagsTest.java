package io.azureccm.service.plan.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tags of the cloud config on resources that have, or would have, more tags than Azure accepts. */
class LeftOutTagsTest {
    private final World world = new World(1);

    @ParameterizedTest
    @CsvSource({ArmTypes.LOAD_BALANCER + ",kubernetes,loadBalancers", ArmTypes.SECURITY_GROUP
            + ",k8s-nsg,networkSecurityGroups"})
    void tagsThatDoNotFitAreNamedAndEverythingElseIsWritten(String type, String name, String segment) {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        foreignTags(type, name, 48);
        world.with("tags", "one=1,two=2,three=3,policy7=y");
        world.service(Services.named("other").port("TCP", 81).yaml());
        world.converge();
        ObjectNode tags = (ObjectNode) world.resource(type, name).orElseThrow().get("tags");
        assertThat(tags.size()).isEqualTo(50);
        assertThat(tags.path("two").asText()).isEqualTo("2");
        assertThat(tags.path("policy7").asText()).isEqualTo("y");
        assertThat(world.plan().plan().refusals()).containsExactly(new Refusal("TagsLeftOut", segment + "/" + name,
                "does not get the tags three of the cloud config (tags, tagsMap), because it has 50 tags and Azure accepts"
                        + " 50: configure fewer, or remove others from it"));
        assertThat(world.plan().plannedServices().values()).allMatch(service -> service.stop().isEmpty());
    }

    /** What a later leader has to know comes before what the cloud config asks for. */
    @ParameterizedTest
    @ValueSource(strings = {"k8s-azure-drained-1", LoadBalancersAwaitingFrontends.TAG})
    void tagThatSaysWhatThisControllerDidHasPrecedence(String mark) {
        boolean drains = mark.startsWith(DrainedMembers.TAG);
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP").machine(1);
        world.service(Services.named("web").port("TCP", 80).annotation("azure-pip-ip-tags", "A=1").yaml());
        world.converge();
        foreignTags(ArmTypes.LOAD_BALANCER, "kubernetes", 48);
        world.with("tags", "one=1,two=2,three=3");
        if (drains)
            world.drain("vmss-a000000", DrainReason.CORDONED, 1);
        else
            world.service(Services.named("web").port("TCP", 80).annotation("azure-pip-ip-tags", "A=2").yaml());
        world.plan()
                .plan()
                .ready()
                .stream()
                .filter(each -> each.target().hasType(ArmTypes.LOAD_BALANCER))
                .forEach(world::applyOne);
        ObjectNode tags = (ObjectNode) world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow().get("tags");
        assertThat(tags.size()).isEqualTo(50);
        assertThat(tags.has(mark)).isTrue();
    }

    @Test
    void publicIpOfAUserAndResourcesWithRoomAreNoReasonForARefusal() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.put(ArmTypes.PUBLIC_IP, "mine", "{\"properties\": {\"ipAddress\": \"20.9.0.1\"}}");
        foreignTags(ArmTypes.PUBLIC_IP, "mine", 50);
        world.with("tags", "one=1");
        world.converge();
        assertThat(world.plan().plan().refusals()).isEmpty();
    }

    @Test
    void resourcesOfTheClusterThatAreFullAreNamedAndThoseOfOthersAreNot() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.service(Services.named("inner")
                .port("TCP", 80)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-pls-create", "true")
                .yaml());
        world.service(Services.named("gone").port("TCP", 81).yaml());
        world.converge();
        world.gone("gone");
        String ip = "kubernetes-" + ServiceNames.base(Services.uid("web"));
        String link = "pls-" + ServiceNames.base(Services.uid("inner"));
        for (String type : List.of(ArmTypes.PUBLIC_IP, ArmTypes.PRIVATE_LINK_SERVICE)) {
            world.put(type, "theirs", "{\"tags\": {\"k8s-azure-service\": \"shop/theirs\"}, \"properties\": {}}");
            world.resource(type, "theirs").orElseThrow().withObject("/tags").put("k8s-azure-cluster-name", "another");
            foreignTags(type, "theirs", 48);
        }
        foreignTags(ArmTypes.PUBLIC_IP, ip, 48);
        foreignTags(ArmTypes.PRIVATE_LINK_SERVICE, link, 48);
        foreignTags(ArmTypes.LOAD_BALANCER, "kubernetes", 49);
        world.with("tags", "one=1,two=2");
        assertThat(world.plan().plan().refusals()).extracting(Refusal::subject)
                .as("the load balancer is full after the plan")
                .containsExactlyInAnyOrder("publicIPAddresses/" + ip, "privateLinkServices/" + link,
                        "loadBalancers/kubernetes");
    }

    private void foreignTags(String type, String name, int count) {
        ObjectNode tags = world.resource(type, name).orElseThrow().withObject("/tags");
        IntStream.range(0, count).forEach(i -> tags.put("policy" + i, "x"));
    }
}

package io.azureccm.service.plan.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.Notice;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tags of public IPs that Azure refuses: by themselves, or because there are too many. */
class PublicIpTagLimitsTest {
    private final World world = new World(1);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            app.kubernetes.io/name=web|tag "app.kubernetes.io/name" has a name with one of the characters <>%&\\?/ or a control character, which Azure does not accept
            team=TOO_LONG|tag "team" has a value of 257 characters; Azure accepts 256
            """)
    void serviceWithATagThatAzureNeverAcceptsIsRefusedAndTheOthersAreServed(String tags, String problem) {
        world.service(web().annotation("azure-pip-tags", "env=prod," + tags.replace("TOO_LONG", "x".repeat(257)))
                .yaml());
        world.service(Services.named("other").port("TCP", 81).yaml());
        world.converge();
        assertThat(world.plan().plan().refusals()).containsExactly(new Refusal("InvalidAnnotation", "shop/web",
                "annotation service.beta.kubernetes.io/azure-pip-tags: " + problem));
        assertThat(world.resources().keySet().stream().filter(id -> id.hasType(ArmTypes.PUBLIC_IP))).hasSize(1);
    }

    @Test
    void servedServiceThatGetsSuchATagStaysAsItIsAndCanBeDeleted() {
        world.service(web().yaml());
        world.converge();
        world.service(web().annotation("azure-pip-tags", "a/b=c").yaml());
        assertThat(world.converge()).isEmpty();
        assertThat(world.plan().plan().refusals()).extracting(Refusal::code).containsExactly("InvalidAnnotation");
        world.gone("web");
        world.converge();
        assertThat(world.resources().keySet()).noneMatch(id -> id.hasType(ArmTypes.PUBLIC_IP));
    }

    @Test
    void tagsWithoutEffectOnAPublicIpOfAUserAreNoMistake() {
        world.put(ArmTypes.PUBLIC_IP, "mine", PublicIpPlanTest.MINE);
        world.service(web().annotation("azure-pip-name", "mine").annotation("azure-pip-tags", "a/b=c").yaml());
        world.converge();
        assertThat(world.plan().plan().refusals()).isEmpty();
    }

    @Test
    void tagsOfTheCloudConfigMakeRoomForThoseOfTheServiceAndForOurs() {
        world.with("tags", tags("c", 49));
        world.service(
                web().annotation("azure-pip-tags", "own=1,c48=2").annotation("azure-dns-label-name", "web").yaml());
        world.converge();
        assertThat(publicIpTags()).hasSize(50)
                .contains("k8s-azure-service", "k8s-azure-cluster-name", "k8s-azure-dns-label-service", "own", "c48",
                        "c0",
                        "c44")
                .doesNotContain("c46", "c47");
        assertThat(notices()).isEmpty();
    }

    @Test
    void tagsThatTheServiceCannotHaveBesideOthersAreLeftOutWithANotice() {
        world.service(web().yaml());
        world.converge();
        ObjectNode tags = (ObjectNode) publicIp().get("tags");
        IntStream.range(0, 47).forEach(i -> tags.put("policy" + i, "x"));
        world.service(web().annotation("azure-pip-tags", "a=1,b=2,policy3=y").yaml());
        world.converge();
        assertThat(publicIpTags()).hasSize(50).contains("policy46", "a").doesNotContain("b");
        assertThat(publicIp().at("/tags/policy3").asText()).isEqualTo("y");
        assertThat(notices()).containsExactly(Notice.warning(Notice.Source.AZURE, "TagsLeftOut", "annotation"
                + " service.beta.kubernetes.io/azure-pip-tags: the public IP does not get the tags b, because Azure limits a"
                + " resource to 50 tags: specify fewer, or remove others from the public IP").alsoInCondition());
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    private static String tags(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i + "=v").collect(Collectors.joining(","));
    }

    private ObjectNode publicIp() {
        return world.resources()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().hasType(ArmTypes.PUBLIC_IP))
                .map(java.util.Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    private List<String> publicIpTags() {
        return publicIp().get("tags").propertyStream().map(java.util.Map.Entry::getKey).toList();
    }

    private List<Notice> notices() {
        return world.plan().plannedServices().values().stream().map(PlannedService::notices).findFirst().orElseThrow();
    }
}

package io.azureccm.service.reconcile.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.ExplanationText;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.reconcile.VirtualCluster;
import io.azureccm.service.reconcile.WorldArm;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The explanation lists what a Service has in Azure, also when Azure refuses the rest. */
class ExplainedPartsTest {
    private final VirtualCluster cluster = new VirtualCluster();

    @BeforeEach
    void aNode() {
        cluster.world.resources()
                .put(World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet"),
                        cluster.world.subnetBody("k8s-subnet"));
        cluster.join(0);
    }

    @Test
    void publicIpOfARefusedServiceIsListedAlthoughNoFrontendUsesIt() {
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.LOAD_BALANCER, body -> true, 400, "SomethingNew", "No."));
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(1));

        assertThat(inAzure()).singleElement().satisfies(line -> {
            assertThat(line.what()).isEqualTo("public IP");
            assertThat(line.note()).isEqualTo(
                    "created by the controller for shop/web; no frontend uses it, and it is billed");
        });
    }

    @Test
    void serviceThatIsRefusedBeforeAnythingIsMadeHasNothing() {
        cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.PUBLIC_IP, body -> true, 400, "SomethingNew", "No."));
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(1));

        assertThat(inAzure()).extracting(Explanation.Line::note).containsExactly("the Service has nothing in Azure");
    }

    @Test
    void misspeltKeyIsInTheConditionAndInLists() {
        cluster.make(Services.named("web")
                .port("TCP", 80)
                .annotation("azure-load-balancer-intenral", "true"));
        cluster.begin().loop.advance(Duration.ofMinutes(1));

        String warning = "annotation service.beta.kubernetes.io/azure-load-balancer-intenral is unknown and has no"
                + " effect: did you mean service.beta.kubernetes.io/azure-load-balancer-internal?;"
                + " the Service is reachable from the Internet";
        assertThat(cluster.message("web")).isEqualTo(warning);
        assertThat(ExplanationText.of(List.of(cluster.explain("web", "").withoutSections())))
                .contains("programmed", "; warning UnknownAnnotation: " + warning);
    }

    @Test
    void valueInPlaceOfAnInvalidAnnotationIsNotToldToComeFromIt() {
        cluster.make(Services.named("web").port("TCP", 80).annotation("azure-load-balancer-tcp-idle-timeout", "3"));
        cluster.begin().loop.advance(Duration.ofMinutes(1));

        assertThat(lines("asks for")).filteredOn(line -> line.what().equals("idle timeout"))
                .extracting(Explanation.Line::value, Explanation.Line::note)
                .containsExactly(tuple("4 min", "default, as "
                        + "service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout is invalid"));
    }

    private List<Explanation.Line> inAzure() {
        return lines("in Azure");
    }

    private List<Explanation.Line> lines(String title) {
        return cluster.explain("web", "")
                .sections()
                .stream()
                .filter(section -> section.title().equals(title))
                .flatMap(section -> section.lines().stream())
                .toList();
    }
}

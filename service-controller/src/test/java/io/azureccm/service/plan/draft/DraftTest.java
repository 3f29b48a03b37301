package io.azureccm.service.plan.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.plan.Draft;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a draft tells of the writes of a plan before there is one. */
class DraftTest {
    private static final String IDLE_TIMEOUT = "azure-load-balancer-tcp-idle-timeout";
    private static final ArmId OUTER = World.id(ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final ArmId INNER = World.id(ArmTypes.LOAD_BALANCER, "kubernetes-internal");
    private static final ArmId TWO = World.id(ArmTypes.LOAD_BALANCER, "lb2");

    private final World world = new World(2);

    @Test
    void serviceIsAddressedOnceAzureHasAllocatedTheAddressesOfAllItsFrontends() {
        ServiceSpec web = world.service(service("web").yaml());
        ServiceSpec refused = world.service(service("refused").annotation(IDLE_TIMEOUT, "nonsense").yaml());
        assertThat(draft().isAddressed(web)).isFalse();
        world.plan()
                .plan()
                .ready()
                .stream()
                .filter(each -> each.target().hasType(ArmTypes.PUBLIC_IP))
                .forEach(world::applyOne);
        assertThat(draft().isAddressed(web)).isTrue();
        assertThat(draft().isAddressed(refused)).as("it gets no frontend").isFalse();
    }

    @Test
    void privateLinkServiceAwaitsTheLoadBalancerOfItsFrontendForItsServiceAlone() {
        world.service(service("web").annotation("azure-load-balancer-internal", "true")
                .annotation("azure-pls-create", "true")
                .yaml());
        Draft draft = draft();
        assertThat(draft.isAwaitedByOthers(Set.of(INNER), Set.of("shop/api"))).isTrue();
        assertThat(draft.isAwaitedByOthers(Set.of(INNER), Set.of("shop/web"))).isFalse();
        assertThat(draft.isAwaitedByOthers(Set.of(OUTER), Set.of("shop/api"))).isFalse();
    }

    @Test
    void securityGroupAwaitsTheLoadBalancerThatAServiceMovesTo() {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations",
                        "[{name: kubernetes, primaryVMSet: vmss-a}, {name: lb2, primaryVMSet: vmss-b, "
                                + "serviceLabelSelector: {matchLabels: {tier: gold}}}]");
        world.service(service("moves").yaml());
        world.service(service("stays").label("tier", "gold").yaml());
        world.service(service("refused").yaml());
        world.converge();
        world.service(service("moves").label("tier", "gold").status("20.0.0.5").yaml());
        world.service(service("stays").port("TCP", 81)
                .label("tier", "gold")
                .annotation("azure-dns-label-name", "shop")
                .yaml());
        world.service(service("refused").label("tier", "gold").annotation(IDLE_TIMEOUT, "nonsense").yaml());
        Draft draft = draft();
        assertThat(draft.isAwaitedByOthers(Set.of(TWO), Set.of("shop/moves"))).isTrue();
        assertThat(draft.isAwaitedByOthers(Set.of(OUTER), Set.of("shop/moves"))).as("it leaves that one").isFalse();
        assertThat(draft.isAwaitedByOthers(Set.of(TWO), Set.of("shop/stays", "shop/refused"))).isFalse();
    }

    @Test
    void serviceThatIsStoppedLaterHasNoPartInTheDraft() {
        world.service(service("api").yaml());
        ServiceSpec web = world.service(service("web").yaml());
        Draft draft = draft();
        assertThat(planner().without(Map.of(), draft)).isSameAs(draft);
        Draft rest = planner().without(
                Map.of(web.uid(), new Stop(Stage.ADDRESS, new Refusal("Any", web.subject(), "any"))), draft);
        assertThat(draft.operations()).anyMatch(each -> each.subjects().contains("shop/web"));
        assertThat(rest.operations()).isNotEmpty().noneMatch(each -> each.subjects().contains("shop/web"));
    }

    private Draft draft() {
        return planner().draft(world.observedState(), ServiceDecisions.of(world.clusterState()), RemovalMemory.NONE);
    }

    private ServicePlanner planner() {
        return new ServicePlanner(new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false),
                RemovalLimits.NONE);
    }

    private static Services service(String name) {
        return Services.named(name).port("TCP", 80);
    }
}

package io.azureccm.service.plan.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Azure has refused before stays as it is, and does not hold up anything else. */
class RefusedByAzureTest {
    private static final String WEB = Services.uid("web");
    private static final Refusal REFUSAL = new Refusal("InUse", "shop/web", "something of another client uses it");

    private final World world = new World(2);

    @ParameterizedTest
    @CsvSource({"TRAFFIC, true, false", "ACCESS, false, true", "TRAFFIC+ACCESS, true, true", "'', false, false"})
    void removalThatAzureRefusesLeavesThePartThatItIsAboutAndNoOther(String stages, boolean rules, boolean access) {
        world.service(Services.named("api").port("TCP", 80).yaml());
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        world.gone("web");
        world.gone("api");
        UnaryOperator<ServiceDecisions> refused = services -> {
            ServiceDecisions kept = services;
            for (Stage stage : List.of(Stage.TRAFFIC, Stage.ACCESS))
                kept = kept.keepingRemovals(stage,
                        stages.contains(stage.name()) ? Map.of(WEB, REFUSAL) : Map.of());
            return kept;
        };
        ServicePlan plan = plan(refused);
        plan.plan().ready().forEach(world::applyOne);
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").isPresent()).isEqualTo(rules);
        assertThat(names("loadBalancingRules")).hasSize(rules ? 1 : 0)
                .allMatch(name -> name.startsWith(ServiceNames.base(WEB)));
        assertThat(SecurityRules.of(world)).hasSize(access ? 1 : 0);
        assertThat(plan.plan().refusals()).isEqualTo(stages.isEmpty() ? List.of() : List.of(REFUSAL));
    }

    @Test
    void addressOfASubnetThatAnotherResourceHasIsNotAskedForAgain() {
        Services web = Services.named("web").port("TCP", 80).annotation("azure-load-balancer-internal", "true");
        world.service(web.status("10.240.7.7").yaml());
        assertThat(plan(services -> services.without(Set.of("10.240.7.8"))).plan().operations().toString())
                .contains("10.240.7.7");
        assertThat(plan(services -> services.without(Set.of("10.240.7.7"))).plan().operations().toString())
                .doesNotContain("10.240.7.7");
    }

    @ParameterizedTest
    @CsvSource({"NotTriedYet, ACCESS, false, kubernetes", "NotTriedYet, ACCESS, true, lb2",
            "Mistake, ACCESS, false, lb2", "NotTriedYet, PRIVATE_LINK, false, lb2"})
    void nodesDoNotLeaveALoadBalancerForOneThatIsOnlyTriedAgain(String code, Stage stage, boolean others,
            String behind) {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations",
                        "[{name: kubernetes, primaryVMSet: none}, {name: lb2, primaryVMSet: vmss-a}]");
        world.service(on("one", "kubernetes"));
        world.converge();
        world.service(on("web", "lb2"));
        if (others)
            world.service(on("other", "lb2"));
        Stop stop = new Stop(stage, new Refusal(code, "shop/web", "it is tried again"));
        plan(services -> services.stopping(Map.of(WEB, stop))).plan().ready().forEach(world::applyOne);
        for (String balancer : List.of("kubernetes", "lb2"))
            assertThat(world.resource(ArmTypes.LOAD_BALANCER, balancer).orElseThrow().findValues("ipAddress"))
                    .hasSize(balancer.equals(behind) ? 2 : 0);
    }

    private static String on(String service, String balancer) {
        return Services.named(service)
                .port("TCP", 80)
                .annotation("azure-load-balancer-configurations", balancer)
                .yaml();
    }

    private ServicePlan plan(UnaryOperator<ServiceDecisions> refused) {
        return new ServicePlanner(new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false),
                RemovalLimits.NONE)
                .plan(world.observedState(), refused.apply(ServiceDecisions.of(world.clusterState())),
                        LastKnownGood.NOTHING);
    }

    private List<String> names(String property) {
        List<String> names = new ArrayList<>();
        world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")
                .ifPresent(balancer -> balancer.at("/properties/" + property)
                        .forEach(element -> names.add(element.path("name").asText())));
        return names;
    }
}

package io.azureccm.service.plan.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.RuleTerms;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.Placement.LoadBalancerChoice;
import io.azureccm.service.plan.context.PlacementReason;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules and probes of one Service, from its frontends alone. */
class RulePlannerTest {
    private static final ArmId BALANCER = World.id(ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final String WEB = ServiceNames.base(Services.uid("web"));

    private final World world = new World(0);

    @Test
    void eachPortGetsARuleOnEachFrontendInTheirOrder() {
        ServiceSpec service = world.service(
                Services.named("web").port("TCP", 80).port("UDP", 53).spec("ipFamilies: [IPv4, IPv6]").yaml());

        assertThat(plan(service, frontend("one", IpFamily.IPV4), frontend("two", IpFamily.IPV6)).rules())
                .extracting(RuleTerms::name)
                .containsExactly(WEB + "-TCP-80", WEB + "-UDP-53", WEB + "-TCP-80-IPv6", WEB + "-UDP-53-IPv6");
    }

    @Test
    void ruleRefersToItsFrontendAndToThePoolOfItsFamily() {
        ServiceSpec service = world.service(Services.named("web").port("TCP", 80).yaml());
        FrontendModel frontend = frontend("one", IpFamily.IPV6);

        assertThat(plan(service, frontend).rules()).singleElement().satisfies(rule -> {
            assertThat(rule.frontend()).isEqualTo(frontend.id());
            assertThat(rule.pool()).isEqualTo(settings().pool(BALANCER, IpFamily.IPV6));
        });
    }

    @Test
    void sharedProbeOfSeveralPortsExistsOnce() {
        world.with("clusterServiceLoadBalancerHealthProbeMode", "shared");
        ServiceSpec service = world.service(Services.named("web").port("TCP", 80).port("TCP", 443).yaml());

        assertThat(plan(service, frontend("one", IpFamily.IPV4)).probes())
                .containsOnlyKeys(ServiceNames.SHARED_PROBE);
    }

    @Test
    void serviceWithoutFrontendsHasNoRules() {
        ServiceSpec service = world.service(Services.named("web").port("TCP", 80).yaml());

        assertThat(plan(service)).isEqualTo(new RulePlanner.Traffic(List.of(), Map.of()));
    }

    private RulePlanner.Traffic plan(ServiceSpec service, FrontendModel... frontends) {
        Map<IpFamily, ArmId> pools = Map.of(IpFamily.IPV4, settings().pool(BALANCER, IpFamily.IPV4), IpFamily.IPV6,
                settings().pool(BALANCER, IpFamily.IPV6));
        Placement placement = new Placement(
                Map.of(service.uid(), new LoadBalancerChoice(BALANCER, pools, PlacementReason.ONLY_ONE, List.of())),
                Map.of(), List.of(), Set.of(BALANCER), Set.of());
        return new RulePlanner(settings(), placement).plan(service, List.of(frontends));
    }

    private PlannerSettings settings() {
        return new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false);
    }

    private static FrontendModel frontend(String name, IpFamily family) {
        ArmId ip = World.id(ArmTypes.PUBLIC_IP, name);
        return new FrontendModel(Frontend.external(BALANCER, name, ip), family, Optional.empty(), Optional.of(ip));
    }
}

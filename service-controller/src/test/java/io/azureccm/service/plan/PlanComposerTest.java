package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which writes a difference takes, and which Services depend on each. */
class PlanComposerTest {
    private final World world = new World(2);

    @Test
    void whatIsInPlaceTakesNoWrite() {
        serve("web", 80);
        assertThat(world.plan().plan().operations()).isEmpty();
    }

    @Test
    void writeOfALoadBalancerIsForTheServicesWhoseElementsChange() {
        serve("web", 80);
        serve("api", 81);
        world.service(Services.named("web").port("TCP", 8080).yaml());

        Operation write = only(ArmTypes.LOAD_BALANCER);

        assertThat(write.subjects()).containsExactly("shop/web");
        assertThat(write.removing()).as("it gets a rule, too").isEmpty();
    }

    @Test
    void serviceThatOnlyLosesElementsIsOneThatTheWriteRemovesFor() {
        serve("web", 80);
        serve("api", 81);
        world.gone("api");
        world.service(Services.named("web").port("TCP", 8080).yaml());

        Operation write = only(ArmTypes.LOAD_BALANCER);

        assertThat(write.subjects()).containsExactly("shop/api", "shop/web");
        assertThat(write.removing()).containsExactly("shop/api");
    }

    @Test
    void changeOfPoolMembersAloneIsWrittenToThePool() {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        serve("web", 80);
        world.machine(2);

        assertThat(world.plan().plan().operations()).singleElement().satisfies(operation -> {
            assertThat(operation.target().parent().orElseThrow().hasType(ArmTypes.LOAD_BALANCER)).isTrue();
            assertThat(operation.subjects()).containsExactly("shop/web");
        });
    }

    @Test
    void changeOfPoolMembersTogetherWithARuleIsWrittenWithTheLoadBalancer() {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        serve("web", 80);
        world.machine(2);
        world.service(Services.named("web").port("TCP", 8080).yaml());

        assertThat(only(ArmTypes.LOAD_BALANCER).changes()).extracting(Change::element).contains("pool", "rule");
    }

    @Test
    void serviceWaitsForMachinesOnlyWhileItsPoolIsEmpty() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        assertThat(members()).isNotEmpty()
                .allSatisfy(operation -> assertThat(operation.subjects()).containsExactly("shop/web"));
        world.converge();
        world.machine(2);
        assertThat(members()).isNotEmpty().allSatisfy(operation -> assertThat(operation.subjects()).isEmpty());
    }

    @Test
    void removedServiceWaitsUntilMachinesHaveLeftItsLoadBalancer() {
        serve("web", 80);
        world.gone("web");
        assertThat(members()).isNotEmpty()
                .allSatisfy(operation -> assertThat(operation.subjects()).containsExactly("shop/web"));
    }

    @Test
    void serviceWaitsForMachinesOfItsOwnLoadBalancerAlone() {
        serve("web", 80);
        world.service(Services.named("api").port("TCP", 81).annotation("azure-load-balancer-internal", "true").yaml());
        assertThat(members()).isNotEmpty()
                .allSatisfy(operation -> assertThat(operation.subjects()).containsExactly("shop/api"));
        world.converge();
        world.gone("api");
        assertThat(members()).isNotEmpty()
                .allSatisfy(operation -> assertThat(operation.subjects()).containsExactly("shop/api"));
    }

    @Test
    void machineThatLeavesConcernsRemovedServicesAlone() {
        serve("web", 80);
        serve("api", 81);
        world.drain("vmss-a000001", DrainReason.EXCLUDED, 0);
        world.drained("vmss-a000001");
        assertThat(members()).isNotEmpty().allSatisfy(operation -> assertThat(operation.subjects()).isEmpty());
        world.gone("api");
        assertThat(members()).isNotEmpty()
                .allSatisfy(operation -> assertThat(operation.subjects()).containsExactly("shop/api"));
    }

    @Test
    void serviceWaitsForMachinesOfAPoolThatAllHaveLeft() {
        serve("web", 80);
        world.resources()
                .values()
                .forEach(body -> body.findParents("loadBalancerBackendAddressPools")
                        .forEach(parent -> ((ObjectNode) parent).remove("loadBalancerBackendAddressPools")));
        assertThat(members()).isNotEmpty()
                .allSatisfy(operation -> assertThat(operation.subjects()).containsExactly("shop/web"));
    }

    @Test
    void serviceThatCannotBePlannedDependsOnNoWrite() {
        serve("web", 80);
        serve("api", 81);
        world.service(Services.named("api")
                .port("TCP", 81)
                .annotation("azure-load-balancer-tcp-idle-timeout", "nonsense")
                .yaml());
        ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow())
                .put("provisioningState", "Failed");
        assertThat(only(ArmTypes.LOAD_BALANCER).subjects()).containsExactly("shop/web");
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        assertThat(world.plan().plan().operations()).filteredOn(each -> each.target().type().endsWith("Pools"))
                .singleElement()
                .satisfies(each -> assertThat(each.subjects()).containsExactly("shop/web"));
    }

    @Test
    void writeOfThePoolOfOneServiceIsForThatOne() {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations", "[{name: kubernetes, primaryVMSet: vmss-a}]");
        world.endpoints("web", "vmss-a000000");
        for (String name : List.of("web", "api"))
            world.service(Services.named(name).port("TCP", name.length() + name.charAt(0)).local().yaml());
        world.converge();
        world.endpoints("web", "vmss-a000001");
        assertThat(world.plan().plan().operations()).singleElement()
                .satisfies(operation -> assertThat(operation.subjects()).containsExactly("shop/web"));
        world.endpoints("web", "vmss-a000000");
        assertThat(subjectsWithAnOperationOn(Set.of("shop-web"))).containsExactly("shop/web");
    }

    @ParameterizedTest
    @CsvSource({"Failed,LastWriteFailed", "Updating,OperationUnderWay"})
    void securityGroupInDoubtIsWrittenAgainForEveryServiceAndRemovesForNone(String state, String cause) {
        serve("web", 80);
        serve("api", 81);
        ArmJson.properties(world.resource(ArmTypes.SECURITY_GROUP, "k8s-nsg").orElseThrow())
                .put("provisioningState", state);
        assertRepair(cause, "shop/api", "shop/web");
        world.gone("api");
        assertRepair(cause, "shop/api", "shop/web");
        world.forget("web");
        world.forget("api");
        assertRepair(cause);
    }

    /** Columns: the elements that an operation under way has changed, and the Services that the write is for. */
    @ParameterizedTest
    @CsvSource({"mine,''", "WEB-TCP-80,shop/web", "'mine,API',shop/api", "kubernetes,'shop/api,shop/web'",
            "'WEB,API-TCP-81','shop/api,shop/web'"})
    void loadBalancerInAnOperationIsWrittenAgainForTheServicesThatItMayAffect(String elements, String subjects) {
        serve("web", 80);
        serve("api", 81);
        Set<String> names = Set.of(elements.replace("WEB", ServiceNames.base(Services.uid("web")))
                .replace("API", ServiceNames.base(Services.uid("api")))
                .split(","));

        assertThat(subjectsWithAnOperationOn(names))
                .containsExactlyElementsOf(subjects.isEmpty() ? List.of() : List.of(subjects));
    }

    /** The Services of each planned write while an operation that has changed these elements runs on the load balancer. */
    private List<String> subjectsWithAnOperationOn(Set<String> names) {
        ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow())
                .put("provisioningState", "Updating");
        ObservedState observed = world.observedState()
                .with(new InFlightChanges(Map.of(World.id(ArmTypes.LOAD_BALANCER, "kubernetes"), names)));
        return new ServicePlanner(new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false),
                RemovalLimits.NONE)
                .plan(observed, ServiceDecisions.of(world.clusterState()), LastKnownGood.NOTHING)
                .plan()
                .operations()
                .stream()
                .map(each -> String.join(",", new TreeSet<>(each.subjects())))
                .toList();
    }

    private void assertRepair(String cause, String... subjects) {
        Operation write = only(ArmTypes.SECURITY_GROUP);
        assertThat(write.subjects()).containsExactly(subjects);
        assertThat(write.removing()).isEmpty();
        assertThat(write.changes()).extracting(change -> change.cause().reason()).contains(cause);
    }

    private void serve(String name, int port) {
        world.service(Services.named(name).port("TCP", port).yaml());
        world.converge();
    }

    private Operation only(String type) {
        List<Operation> all = of(world.plan().plan(), type);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    private List<Operation> members() {
        return of(world.plan().plan(), ArmTypes.SCALE_SET_VM);
    }

    private static List<Operation> of(Plan plan, String type) {
        return plan.operations().stream().filter(operation -> operation.target().hasType(type)).toList();
    }
}

package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import java.util.List;
import org.junit.jupiter.api.Test;

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

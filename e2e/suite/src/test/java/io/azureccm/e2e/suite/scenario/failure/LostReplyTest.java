package io.azureccm.e2e.suite.scenario.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Azure carries a write out and the reply is lost: what is there is read, and the write is not sent again. The controllers send no
 * PATCH.
 */
@Order(1)
class LostReplyTest {
    private static final String INTERNAL = "\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"true\"";
    private static final String LINKED = "{" + INTERNAL
            + ", \"service.beta.kubernetes.io/azure-pls-create\": \"true\"}";
    private static final String UNLINKED = "{" + INTERNAL + "}";
    private static final Consumer<ServiceScenario> NOTHING = scenario -> {};
    /** A machine that is in no set, in pools by its interface or by its address. */
    private static final ScenarioSetup INTERFACES = ScenarioSetup.of(1)
            .infrastructure(infrastructure -> infrastructure.machine("lone"));
    private static final ScenarioSetup ADDRESSES = INTERFACES.config("loadBalancerBackendPoolConfigurationType",
            "nodeIP");
    private static final Consumer<ServiceScenario> JOINS = scenario -> scenario.addNode("lone",
            scenario.infrastructure().machineId("lone"),
            Map.of());

    @TempDir
    Path folder;

    /** Of which type the reply is lost, what is there before, and what brings the write about. */
    enum Write {
        newPublicIp("PUT", "publicIPAddresses", NOTHING, scenario -> scenario.apply("web")),
        newLoadBalancer("PUT", "loadBalancers", NOTHING, scenario -> scenario.apply("web")),
        changedLoadBalancer("PUT", "loadBalancers", scenario -> scenario.apply("web"),
                scenario -> scenario.apply("web", 81, "{}")),
        securityGroup("PUT", "networkSecurityGroups", NOTHING, scenario -> scenario.apply("web")),
        scaleSet("PUT", "virtualMachineScaleSets", NOTHING, scenario -> scenario.apply("web")),
        instance("PUT", "virtualMachineScaleSets/virtualMachines", NOTHING, scenario -> scenario.apply("web")),
        subnet("PUT", "virtualNetworks/subnets", NOTHING, scenario -> scenario.apply("web", 80, LINKED)),
        privateLink("PUT", "privateLinkServices", NOTHING, scenario -> scenario.apply("web", 80, LINKED)),
        publicIpDeleted("DELETE", "publicIPAddresses", scenario -> scenario.apply("web"),
                scenario -> scenario.delete("web")),
        loadBalancerDeleted("DELETE", "loadBalancers", scenario -> scenario.apply("web"),
                scenario -> scenario.delete("web")),
        privateLinkDeleted("DELETE", "privateLinkServices", scenario -> scenario.apply("web", 80, LINKED),
                scenario -> scenario.apply("web", 80, UNLINKED)),
        networkInterface("PUT", "networkInterfaces", INTERFACES, scenario -> scenario.apply("web"), JOINS),
        pool("PUT", "loadBalancers/backendAddressPools", ADDRESSES, scenario -> scenario.apply("web"), JOINS);

        private final String verb;
        private final String type;
        private final ScenarioSetup setting;
        private final Consumer<ServiceScenario> before;
        private final Consumer<ServiceScenario> change;

        Write(String verb, String type, Consumer<ServiceScenario> before, Consumer<ServiceScenario> change) {
            this(verb, type, ScenarioSetup.of(1), before, change);
        }

        Write(String verb, String type, ScenarioSetup setting, Consumer<ServiceScenario> before,
                Consumer<ServiceScenario> change) {
            this.verb = verb;
            this.type = type;
            this.setting = setting;
            this.before = before;
            this.change = change;
        }

        boolean isMeantBy(CallRecord call) {
            return call.isWrite() && call.verb().equals(verb) && call.type().equals(type);
        }

        /** Pools are shown by their load balancers. */
        private boolean shows(String read) {
            return type.equals(read) || type.startsWith(read + "/") && !read.equals("virtualMachineScaleSets");
        }

        boolean isReadAfterwards(List<CallRecord> calls) {
            long sent = calls.stream()
                    .filter(this::isMeantBy)
                    .mapToLong(CallRecord::number)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
            return calls.stream().anyMatch(call -> call.number() > sent && call.isRead() && shows(call.type()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void writeWhoseReplyIsLostIsReadAndNotSentAgain(Write write) {
        try (ServiceScenario scenario = ServiceScenario.play(folder, write.setting)) {
            write.before.accept(scenario);
            scenario.awaitQuiet();
            scenario.resetCalls();
            int fault = scenario.azure()
                    .faults()
                    .add(Fault.on(write.verb, write.type, new FaultAction.ResetAfter()).once());
            write.change.accept(scenario);
            scenario.await("the loss", () -> fired(scenario, fault) == 1);
            scenario.await("a read of what came of it", () -> write.isReadAfterwards(scenario.azure().calls().all()));
            scenario.await("the end",
                    () -> isToStay(scenario) ? scenario.hasAddress("web") : !scenario.exists("web"));
            scenario.awaitQuiet();

            assertThat(scenario.azure().calls().writes()).filteredOn(write::isMeantBy).as(scenario::story).hasSize(1);
            scenario.assertSound();
        }
    }

    private static int fired(ServiceScenario scenario, int fault) {
        return scenario.azure()
                .faults()
                .all()
                .stream()
                .filter(status -> status.id() == fault)
                .findFirst()
                .orElseThrow()
                .fired();
    }

    /** True for a Service that is there and is not being deleted. */
    private static boolean isToStay(ServiceScenario scenario) {
        return scenario.cluster()
                .service("default/web")
                .filter(service -> service.at("/metadata/deletionTimestamp").isMissingNode())
                .isPresent();
    }
}

package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
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
    private static final Consumer<Scene> NOTHING = scene -> {};
    /** A machine that is in no set, in pools by its interface or by its address. */
    private static final Setting INTERFACES = Setting.of(1).estate(estate -> estate.machine("lone"));
    private static final Setting ADDRESSES = INTERFACES.config("loadBalancerBackendPoolConfigurationType", "nodeIP");
    private static final Consumer<Scene> JOINS = scene -> scene.addNode("lone", scene.estate().machineId("lone"),
            Map.of());

    @TempDir
    Path folder;

    /** Of which type the reply is lost, what is there before, and what brings the write about. */
    enum Write {
        newPublicIp("PUT", "publicIPAddresses", NOTHING, scene -> scene.apply("web")),
        newLoadBalancer("PUT", "loadBalancers", NOTHING, scene -> scene.apply("web")),
        changedLoadBalancer("PUT", "loadBalancers", scene -> scene.apply("web"), scene -> scene.apply("web", 81, "{}")),
        securityGroup("PUT", "networkSecurityGroups", NOTHING, scene -> scene.apply("web")),
        scaleSet("PUT", "virtualMachineScaleSets", NOTHING, scene -> scene.apply("web")),
        instance("PUT", "virtualMachineScaleSets/virtualMachines", NOTHING, scene -> scene.apply("web")),
        subnet("PUT", "virtualNetworks/subnets", NOTHING, scene -> scene.apply("web", 80, LINKED)),
        privateLink("PUT", "privateLinkServices", NOTHING, scene -> scene.apply("web", 80, LINKED)),
        publicIpDeleted("DELETE", "publicIPAddresses", scene -> scene.apply("web"), scene -> scene.delete("web")),
        loadBalancerDeleted("DELETE", "loadBalancers", scene -> scene.apply("web"), scene -> scene.delete("web")),
        privateLinkDeleted("DELETE", "privateLinkServices", scene -> scene.apply("web", 80, LINKED),
                scene -> scene.apply("web", 80, UNLINKED)),
        networkInterface("PUT", "networkInterfaces", INTERFACES, scene -> scene.apply("web"), JOINS),
        pool("PUT", "loadBalancers/backendAddressPools", ADDRESSES, scene -> scene.apply("web"), JOINS);

        private final String verb;
        private final String type;
        private final Setting setting;
        private final Consumer<Scene> before;
        private final Consumer<Scene> change;

        Write(String verb, String type, Consumer<Scene> before, Consumer<Scene> change) {
            this(verb, type, Setting.of(1), before, change);
        }

        Write(String verb, String type, Setting setting, Consumer<Scene> before, Consumer<Scene> change) {
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
        try (Scene scene = Scene.play(folder, write.setting)) {
            write.before.accept(scene);
            scene.awaitQuiet();
            scene.resetCalls();
            int fault = scene.azure()
                    .faults()
                    .add(Fault.on(write.verb, write.type, new FaultAction.ResetAfter()).once());
            write.change.accept(scene);
            scene.await("the loss", () -> fired(scene, fault) == 1);
            scene.await("a read of what came of it", () -> write.isReadAfterwards(scene.azure().calls().all()));
            scene.await("the end", () -> scene.isToStay("web") ? scene.hasAddress("web") : !scene.exists("web"));
            scene.awaitQuiet();

            assertThat(scene.azure().calls().writes()).filteredOn(write::isMeantBy).as(scene::story).hasSize(1);
            scene.assertSound();
        }
    }

    private static int fired(Scene scene, int fault) {
        return scene.azure()
                .faults()
                .all()
                .stream()
                .filter(status -> status.id() == fault)
                .findFirst()
                .orElseThrow()
                .fired();
    }
}

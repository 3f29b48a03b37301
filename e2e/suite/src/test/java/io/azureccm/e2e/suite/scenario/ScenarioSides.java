package io.azureccm.e2e.suite.scenario;

import io.azureccm.e2e.azure.AzureSimulatorBuilder;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.kubernetes.EmbeddedKubernetes;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import io.azureccm.e2e.suite.harness.virtual.VirtualWorld;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The Azure and the Kubernetes API of a scenario, and the virtual world that they are in, unless it plays over connections. */
public record ScenarioSides(SimulatedAzure azure, KubernetesTarget kubernetes,
        Optional<VirtualWorld> world) implements AutoCloseable {
    /** In virtual time, unless it is {@code wired} or an API server is given. */
    public static ScenarioSides open(Path folder, AzureSimulatorBuilder builder, boolean wired) {
        if (wired || KubernetesTarget.isGiven())
            return new ScenarioSides(new SimulatedAzure(builder.start(), folder), KubernetesTarget.open(folder),
                    Optional.empty());
        VirtualWorld world = VirtualWorld.start(builder);
        return new ScenarioSides(new SimulatedAzure(world.azure()), EmbeddedKubernetes.of(world.api(), folder),
                Optional.of(world));
    }

    public SteadyState steadyState(Duration still) {
        return world.map(each -> each.steadyState(still)).orElseGet(() -> new SteadyState(still));
    }

    /** Lets events be written that have been recorded in virtual time. */
    public void settleEvents() {
        world.ifPresent(each -> each.pass(Duration.ZERO));
    }

    @Override
    public void close() {
        world.ifPresent(VirtualWorld::close);
        kubernetes.close();
        azure.close();
    }
}

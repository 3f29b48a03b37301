package io.azureccm.e2e.suite.harness.virtual;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.http.ArmExchangeGate;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.kube.client.ObjectRequests;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.kube.informer.InformerFeed;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.AzureSimulatorBuilder;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.faults.virtual.VirtualArm;
import io.azureccm.e2e.suite.faults.virtual.VirtualTime;
import io.azureccm.e2e.suite.harness.SteadyState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * A simulated Azure and a simulated cluster, and controllers that reach both without connections, in one virtual time. It passes while
 * the test waits, and only then: a test that waits for minutes takes no time for it, and how much else the machine has to do changes
 * nothing.
 */
public final class VirtualWorld implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(50);
    /** How late a watch shows a change. */
    private static final Duration LAG = Duration.ofMillis(5);
    /** In the time of the machine: when the recorder of events tries again what was not answered. */
    private static final Duration RETRY = Duration.ofMillis(1);

    private final VirtualTime time = new VirtualTime();
    private final AzureSimulator azure;
    private final ClusterSimulator api;
    private final List<VirtualLoop> loops = new ArrayList<>();
    private final List<VirtualEvents> events = new ArrayList<>();
    private long revision;

    private VirtualWorld(AzureSimulatorBuilder builder) {
        VirtualLanes.enter();
        azure = builder.withoutPorts().acceptAnyToken().clock(time).start();
        try {
            api = ClusterSimulator.start(ClusterOptions.defaults().with(time, new Random(1)));
        } catch (IOException failed) {
            throw new UncheckedIOException("starting the cluster simulator", failed);
        }
        time.atEachMoment(this::look);
    }

    public static VirtualWorld start(AzureSimulatorBuilder azure) {
        return new VirtualWorld(azure);
    }

    public VirtualTime time() {
        return time;
    }

    public AzureSimulator azure() {
        return azure;
    }

    public ClusterSimulator api() {
        return api;
    }

    /** Waits, in the time of this world, until what is looked at has not changed for a while. */
    public SteadyState steadyState(Duration still) {
        return new SteadyState(still, time::nanoTime, () -> pass(STEP));
    }

    /** Lets time pass, and all events be written that are recorded meanwhile. */
    public void pass(Duration duration) {
        time.pass(duration);
        events.forEach(VirtualEvents::flush);
    }

    /** The way to Azure of this client. */
    public ArmGateway gateway(VirtualArm.Client client, OperationSettings operations, ArmExchangeGate gate) {
        return VirtualArm.gateway(azure, time, client, operations, gate);
    }

    public ObjectRequests requests(String agent) {
        return new DirectRequests(api, agent);
    }

    /** Records events in this world; {@code way} stands before the API. */
    public EventRecorder events(String agent, UnaryOperator<EventSink> way) {
        VirtualEvents made = new VirtualEvents(sink -> new EventRecorder(sink, time,
                time::nanoTime, RETRY), way.apply(new DirectRequests(api, agent).events()));
        events.add(made);
        return made.recorder();
    }

    /** A controller that watches, and leads once it is told to. */
    public VirtualLoop watch(ControllerLoop controller) {
        VirtualLoop loop = new VirtualLoop(controller, this);
        loops.add(loop);
        return loop;
    }

    /** Writes what was recorded, and nothing more. */
    public void end(EventRecorder recorder) {
        events.stream().filter(each -> each.recorder() == recorder).forEach(VirtualEvents::close);
    }

    void end(VirtualLoop loop) {
        loops.remove(loop);
    }

    /** At the end of a moment: watches hear of what has changed, and loops of what they have heard. */
    private void look() {
        long now = api.resourceVersion();
        if (now != revision) {
            revision = now;
            Map<String, List<ObjectNode>> fresh = new HashMap<>();
            for (VirtualLoop loop : loops) {
                for (InformerFeed<?> feed : loop.feeds())
                    loop.show(feed, fresh.computeIfAbsent(feed.resource(), resource -> api.list(resource, "")), LAG);
            }
        }
        loops.forEach(VirtualLoop::look);
    }

    /** Ends its controllers; the simulators are closed by whoever uses them. */
    @Override
    public void close() {
        try {
            List.copyOf(loops).forEach(VirtualLoop::close);
            events.forEach(VirtualEvents::close);
        } finally {
            VirtualLanes.leave();
        }
    }
}

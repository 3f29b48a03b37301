package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.common.config.options.App;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.azureccm.common.kube.event.ApiEventSink;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.virtual.VirtualLoop;
import io.azureccm.e2e.suite.harness.virtual.VirtualWorld;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** How a controller in this process reaches the Kubernetes API, and by which time it works. */
interface ClusterWay extends AutoCloseable {
    /** A connection, or the requests of a virtual world if the launch is in one. */
    static ClusterWay open(App app, Launch launch) {
        return launch.world()
                .<ClusterWay>map(world -> new Virtual(world, ArmAccess.agent(app)))
                .orElseGet(() -> new Wire(KubeClients.open(KubeSettings.defaults(ArmAccess.agent(app))
                        .withKubeconfig(launch.kubeconfig())
                        .withLimits(400, 800))));
    }

    Clock clock();

    /** The client of its informers. */
    KubernetesClient client();

    ObjectPatcher patcher(Supplier<Optional<String>> fence);

    /** What its events are recorded with; {@code guard} stands before the API. */
    EventRecorder events(UnaryOperator<EventSink> guard);

    /** Watches, and leads. */
    void start(ControllerLoop controller);

    /** Leads no longer; false if operations are still under way after this time. */
    boolean stop(ControllerLoop controller, Duration longest);

    /** Ends it when nothing is under way any more. */
    void end(ControllerLoop controller);

    boolean isWorking(ControllerLoop controller);

    /** Waits until it knows what is in the cluster and has nothing to do, and what is looked at has not changed for a while. */
    void awaitQuiet(ControllerLoop controller, SteadyState steadyState, Duration bound,
            Supplier<SteadyState.Observation> looking);

    @Override
    void close();

    /** Over a connection, in the time of the machine. */
    record Wire(KubernetesClient client) implements ClusterWay {
        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public ObjectPatcher patcher(Supplier<Optional<String>> fence) {
            return new ObjectPatcher(new ApiRequests(client), fence);
        }

        @Override
        public EventRecorder events(UnaryOperator<EventSink> guard) {
            return new EventRecorder(guard.apply(new ApiEventSink(client)));
        }

        @Override
        public void start(ControllerLoop controller) {
            controller.informers().start();
            controller.start();
        }

        @Override
        public boolean stop(ControllerLoop controller, Duration longest) {
            return controller.stop(longest);
        }

        @Override
        public void end(ControllerLoop controller) {
            controller.close();
        }

        @Override
        public boolean isWorking(ControllerLoop controller) {
            return controller.isWorking();
        }

        @Override
        public void awaitQuiet(ControllerLoop controller, SteadyState steadyState, Duration bound,
                Supplier<SteadyState.Observation> looking) {
            CaughtUp.await(bound, client, controller.informers());
            steadyState.await(bound, () -> !controller.isWorking(), looking);
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** In a virtual world. */
    final class Virtual implements ClusterWay {
        /** Informers are made with it and never started. */
        private static final KubernetesClient NO_CLIENT = new KubernetesClientBuilder().build();

        private final VirtualWorld world;
        private final String agent;
        private EventRecorder recorder;
        private VirtualLoop loop;

        Virtual(VirtualWorld world, String agent) {
            this.world = world;
            this.agent = agent;
        }

        @Override
        public Clock clock() {
            return world.time();
        }

        @Override
        public KubernetesClient client() {
            return NO_CLIENT;
        }

        @Override
        public ObjectPatcher patcher(Supplier<Optional<String>> fence) {
            return new ObjectPatcher(world.requests(agent), fence, () -> world.time().sleep(Duration.ofMillis(150)));
        }

        @Override
        public EventRecorder events(UnaryOperator<EventSink> guard) {
            recorder = world.events(agent, guard);
            return recorder;
        }

        @Override
        public void start(ControllerLoop controller) {
            loop = world.watch(controller);
            loop.start();
        }

        @Override
        public boolean stop(ControllerLoop controller, Duration longest) {
            return loop.stop(longest) && controller.stop(Duration.ZERO);
        }

        @Override
        public void end(ControllerLoop controller) {
            loop.close();
            world.end(recorder);
            controller.close();
        }

        @Override
        public boolean isWorking(ControllerLoop controller) {
            return loop.isWorking();
        }

        @Override
        public void awaitQuiet(ControllerLoop controller, SteadyState steadyState, Duration bound,
                Supplier<SteadyState.Observation> looking) {
            steadyState.await(bound, () -> !loop.isWorking(), looking);
        }

        @Override
        public void close() {
            // It has no connection.
        }
    }
}

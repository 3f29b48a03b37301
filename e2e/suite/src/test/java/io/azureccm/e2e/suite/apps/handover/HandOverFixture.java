package io.azureccm.e2e.suite.apps.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloud;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What {@link HandOverTest} and {@link HandOverRestartTest} have in common. */
abstract class HandOverFixture extends SimulatedCloudFixture {
    static final String GO = "cloud-controller-manager";
    /** What an instance may write that writes nothing: its own lease, and events about it. */
    static final Set<String> OWN = Set.of("leases", "events", "tokenreviews", "subjectaccessreviews");
    /** Looks at the leases of others often, and keeps its own however long the machine lets it wait. */
    static final String[] QUICK = Stream
            .concat(Stream.of(SimulatedCloud.LONG_LEASE), Stream.of("--leader-elect-retry-period=500ms"))
            .toArray(String[]::new);

    GoControllerManager go;

    /**
     * Its lease, renewed as client-go does, and valid for long, so that it lasts however late a renewal comes. The last renewal is valid
     * for a short time: nobody has to wait long after it.
     */
    final class GoControllerManager implements AutoCloseable {
        private static final String HOLDER = "go_1";
        private static final int LONG = 60;
        private static final int SHORT = 2;
        private final AtomicBoolean running = new AtomicBoolean(true);
        final AtomicInteger renewals = new AtomicInteger();
        private final String namespace;
        private final Thread thread;

        /** Has renewed it once. */
        GoControllerManager(String namespace) {
            this.namespace = namespace;
            this.thread = Thread.ofVirtual().start(this::run);
            RunningApp.await("renewed", () -> renewals.get() > 0, () -> "");
        }

        private void run() {
            try {
                while (running.get()) {
                    hold(namespace, HOLDER, LONG);
                    renewals.incrementAndGet();
                    Thread.sleep(200);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            if (!running.getAndSet(false))
                return;
            try {
                thread.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            hold(namespace, HOLDER, SHORT);
        }
    }

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNode(0, ", podCIDR: 10.244.0.0/24, podCIDRs: [10.244.0.0/24]");
        cloud.addNode(1, ", podCIDR: 10.244.1.0/24, podCIDRs: [10.244.1.0/24],"
                + " taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, effect: NoSchedule, value: 'true'}]");
        cloud.addService("web");
        go = new GoControllerManager("kube-system");
    }

    @AfterEach
    void stop() {
        go.close();
    }

    RunningApp start(App app, String... more) throws Exception {
        return RunningApp.start(app,
                cloud.flags(app, Stream.concat(Stream.of(QUICK), Stream.of(more)).toArray(String[]::new)),
                cloud.environment());
    }

    void hold(String namespace, String holder, int seconds) {
        String now = Instant.now().toString();
        cloud.cluster()
                .apply("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: " + GO
                        + ", namespace: " + namespace + "}, spec: {holderIdentity: '" + holder
                        + "', leaseDurationSeconds: "
                        + seconds + ", acquireTime: '" + now + "', renewTime: '" + now + "', leaseTransitions: 1}}");
    }

    static String phase(RunningApp running) {
        return running.component("leadership").path("details").path("phase").asText();
    }

    boolean carriedOut(App app) {
        return switch (app) {
            case SERVICE -> cloud.addresses("web").size() == 1;
            case ROUTE -> cloud.azure()
                    .state()
                    .values()
                    .stream()
                    .anyMatch(each -> each.at("/properties/routes").size() == 2);
            case NODE -> cloud.cluster().get("nodes", "", "vmss-a000001").orElseThrow().at("/spec/taints").isEmpty();
        };
    }

    Set<String> reasons(App app) {
        return cloud.cluster()
                .list("events", "")
                .stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(app.leaseName()))
                .map(event -> event.path("reason").asText())
                .collect(Collectors.toSet());
    }

    void assertNothingIsWritten() {
        assertThat(cloud.azure().calls().counters().writes()).isZero();
        assertThat(cloud.cluster().requests().matching(HandOverTest::isForeignWrite)).isEmpty();
        assertThat(cloud.cluster().list("events", "")).allMatch(
                event -> event.at("/involvedObject/kind").asText().equals("Lease"));
    }

    static boolean isForeignWrite(RequestLog.Entry request) {
        return request.isWrite() && !OWN.contains(request.resource());
    }
}

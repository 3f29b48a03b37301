package io.azureccm.common.boot.standby;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.boot.CarrierThreads;
import io.azureccm.common.kube.leader.ApiLease;
import io.azureccm.common.kube.leader.LeaderClock;
import io.azureccm.common.kube.leader.LeaseObservation;
import io.azureccm.common.kube.leader.LeaseRecord;
import io.azureccm.common.serve.Reviews;
import io.azureccm.common.serve.TokenAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program that waits for leadership in place of the app: it reads the lease twice a second, answers probes, and runs the
 * app in the same process as soon as it may be needed. It uses neither Spring nor the Kubernetes client.
 */
public final class StandbyProcess {
    private static final Logger LOG = LoggerFactory.getLogger("Standby");
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** The heap shrinks to what is live with each collection, and would grow to its maximum between them. */
    private static final int TURNS_PER_COLLECTION = 60;
    private static final int FIRST_COLLECTION = 10;
    private static final int NOT_FOUND = 404;
    private static final int BROKEN = 3;

    private final StandbyTask task;
    private final KubeApi api;
    private final LeaseExpiry vigil;
    private final StandbyState state;

    private StandbyProcess(StandbyTask task, KubeApi api, LeaseExpiry vigil, StandbyState state) {
        this.task = task;
        this.api = api;
        this.vigil = vigil;
        this.state = state;
    }

    public static void main(String[] args) throws InterruptedException {
        CarrierThreads.provide();
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> {
            System.err.println("thread " + thread.getName() + " ended with " + problem);
            if (problem instanceof Error)
                Runtime.getRuntime().halt(BROKEN);
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0), "process-end"));
        StandbyTask task = StandbyTask.parse(System.getenv(StandbyTask.VARIABLE));
        Optional<KubeApi.Server> server = KubeServer.of(task.kube());
        if (server.isEmpty()) {
            toApp(Optional.empty());
            return;
        }
        Optional<LeaseObservation> before = LeaseObservation.parse(System.getenv(LeaseObservation.VARIABLE),
                System::nanoTime);
        KubeApi api = new KubeApi(server.get(), "azureccm-" + task.app(), task.lease().timeout());
        StandbyProcess process = new StandbyProcess(task, api,
                new LeaseExpiry(task.lease().duration(), task.lease().retryPeriod().multipliedBy(5).dividedBy(2),
                        before),
                new StandbyState(System::nanoTime));
        if (process.openPorts())
            process.waitForWork();
        toApp(process.vigil.seen());
    }

    private boolean openPorts() {
        try {
            new StandbyPort(new StandbyPages(task, state), new TokenAccess(new Reviews(api), task.access().tokenTtl(),
                    task.access().authorization())).open(task.port(), LeaderClock.SYSTEM.wall().instant());
            return true;
        } catch (IOException | IllegalArgumentException unusable) {
            LOG.warn("the port cannot be opened: {}", unusable.getMessage());
            return false;
        }
    }

    /** Returns when the app has to start. */
    private void waitForWork() throws InterruptedException {
        LOG.info("Waiting with little memory for lease {}", task.lease().fullName());
        int turns = 0;
        while (true) {
            Optional<String> reason = turn();
            if (reason.isPresent()) {
                LOG.info("Lease {}: {}: starting the app", task.lease().fullName(), reason.get());
                return;
            }
            if (turns++ % TURNS_PER_COLLECTION == FIRST_COLLECTION)
                System.gc();
            Thread.sleep(PAUSE);
        }
    }

    private Optional<String> turn() {
        try {
            Optional<String> reason = vigil.observe(read(), System.nanoTime());
            state.turned(vigil.holder(), Optional.empty());
            return reason;
        } catch (KubeApi.Failure failed) {
            String problem = api.describe(failed);
            if (!state.problem().equals(Optional.of(problem)))
                LOG.warn("lease {}: {}; retrying", task.lease().fullName(), problem);
            state.turned(vigil.holder(), Optional.of(problem));
            return Optional.empty();
        }
    }

    private Optional<LeaseRecord> read() {
        try {
            JsonNode lease = api.get(ApiLease.path(task.lease().namespace()) + "/" + task.lease().name());
            return Optional.of(ApiLease.parse(lease.path("spec")));
        } catch (KubeApi.Failure failed) {
            if (failed.code() == NOT_FOUND)
                return Optional.empty();
            throw failed;
        }
    }

    private static void toApp(Optional<LeaseObservation> seen) {
        IOException failed = StandbySwitch
                .toApp(Map.of(LeaseObservation.VARIABLE, seen.map(LeaseObservation::text).orElse("")));
        System.err.println("The app cannot be started: " + failed.getMessage());
        Runtime.getRuntime().halt(1);
    }
}

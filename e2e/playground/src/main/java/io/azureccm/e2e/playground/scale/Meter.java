package io.azureccm.e2e.playground.scale;

import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.calls.Counters;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Counts events since its creation, from the logs of both simulators and the metrics of the controller. */
record Meter(LocalCloud cloud, ControllerProcess controller, double plans, double planning, double recording,
        Duration cpu) {
    private static final String PLANNING = "controller_planning_duration_seconds";
    private static final String RECORDING = "controller_record_time_seconds_total";

    Meter {
        cloud.azure().calls().reset();
        cloud.cluster().requests().clear();
    }

    /** For a controller that keeps running. */
    static Meter of(LocalCloud cloud, ControllerProcess controller) {
        return new Meter(cloud, controller, controller.value(PLANNING + "_count"),
                controller.value(PLANNING + "_sum"), controller.value(RECORDING), controller.cpuTime());
    }

    /** For a controller that is about to start or was only on standby: its entire usage counts. */
    static Meter ofStart(LocalCloud cloud, ControllerProcess controller) {
        return new Meter(cloud, controller, 0, 0, 0, Duration.ZERO);
    }

    Phase end(String name, List<Double> addresses) throws IOException, InterruptedException {
        Duration took = controller.cpuTime().minus(cpu);
        double made = controller.value(PLANNING + "_count") - plans;
        double time = controller.value(PLANNING + "_sum") - planning;
        double recorded = controller.value(RECORDING) - recording;
        Counters counters = cloud.azure().calls().counters();
        long largest = cloud.azure()
                .calls()
                .all()
                .stream()
                .map(CallRecord::body)
                .mapToLong(body -> body == null ? 0 : body.length())
                .max()
                .orElse(0) / 1024;
        List<RequestLog.Entry> requests = cloud.cluster()
                .requests()
                .matching(entry -> entry.agent() != null && entry.agent().contains("service-controller")
                        && !entry.resource().equals("leases"));
        int patches = (int) requests.stream().filter(RequestLog.Entry::isWrite).count();
        long resident = controller.residentMegabytes();
        return new Phase(name, addresses, counters.reads() + counters.polls(), counters.writes(), counters.throttled(),
                requests.size() - patches, patches, Math.round(made), seconds(time), took, seconds(recorded),
                (long) controller.heap(), resident, largest);
    }

    private static Duration seconds(double value) {
        return Duration.ofNanos(Math.round(value * 1e9));
    }
}

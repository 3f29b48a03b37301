package io.azureccm.e2e.playground.scale;

import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.calls.Counters;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a phase takes, from when this is made on: counted by the simulators and by the metrics of the apps. */
final class Meter {
    private static final String PLANNING = "controller_planning_duration_seconds";
    private static final String CALLS = "arm_calls_total";
    private static final Pattern CAUSE = Pattern.compile("cause=\"([^\"]*)\".* ([0-9.eE+-]+)$");

    private record Reading(double turns, double planning, Duration processor, Map<String, Integer> causes) {
        static final Reading NONE = new Reading(0, 0, Duration.ZERO, Map.of());

        static Reading of(ControllerProcess process) {
            return new Reading(process.value(PLANNING + "_count"), process.value(PLANNING + "_sum"), process.cpuTime(),
                    Meter.causes(process.metric(CALLS)));
        }
    }

    private final String phase;
    private final LocalCloud cloud;
    private final long begin = System.nanoTime();
    private final Map<String, Reading> before;

    /** {@code running} are the instances that were there before. */
    Meter(String phase, LocalCloud cloud, List<ControllerProcess> running) {
        this.phase = phase;
        this.cloud = cloud;
        before = running.stream().collect(Collectors.toMap(ControllerProcess::name, Reading::of));
        cloud.azure().calls().reset();
        cloud.cluster().requests().clear();
    }

    /** {@code running} are the instances that are there now, the leader first. */
    PhaseFigures end(List<Duration> waits, Duration took, List<ControllerProcess> running)
            throws IOException, InterruptedException {
        Counters counters = cloud.azure().calls().counters();
        long largest = cloud.azure()
                .calls()
                .all()
                .stream()
                .map(CallRecord::body)
                .mapToLong(body -> body == null ? 0 : body.length())
                .max()
                .orElse(0);
        Map<String, Integer> kubernetes = new TreeMap<>();
        for (RequestLog.Entry entry : cloud.cluster().requests().matching(entry -> !entry.resource().equals("leases")))
            kubernetes.merge(entry.verb() + " " + entry.resource(), 1, Integer::sum);
        double turns = 0;
        double planning = 0;
        Duration processor = Duration.ZERO;
        Map<String, Integer> causes = new TreeMap<>();
        for (ControllerProcess process : running) {
            Reading was = before.getOrDefault(process.name(), Reading.NONE);
            Reading now = Reading.of(process);
            turns += now.turns() - was.turns();
            planning += now.planning() - was.planning();
            processor = processor.plus(now.processor()).minus(was.processor());
            now.causes()
                    .forEach((cause, calls) -> causes.merge(cause, calls - was.causes().getOrDefault(cause, 0),
                            Integer::sum));
        }
        causes.values().removeIf(calls -> calls == 0);
        long resident = running.getFirst().residentMegabytes();
        return new PhaseFigures(phase, took, waits.stream().sorted().toList(), counters.byVerbAndType(), causes,
                counters.throttled(), kubernetes, Math.round(turns), Duration.ofNanos(Math.round(planning * 1e9)),
                processor, running.getFirst().heap(), resident, largest);
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Calls by cause, from the lines of the metric. */
    static Map<String, Integer> causes(String metric) {
        Map<String, Integer> causes = new TreeMap<>();
        for (String line : metric.split("; ")) {
            Matcher matcher = CAUSE.matcher(line);
            if (matcher.find())
                causes.merge(matcher.group(1), (int) Double.parseDouble(matcher.group(2)), Integer::sum);
        }
        return causes;
    }
}

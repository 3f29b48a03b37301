package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.playground.SoakTable.Sample;
import io.azureccm.e2e.playground.cloud.Await;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The three apps with two instances each, run for a long time under changes and disruptions. Prints their resource
 * usage every minute, and at the end whether it is stable.
 */
final class Soak {
    private static final Duration CHANGE = Duration.ofMillis(1500);
    private static final Duration DISRUPTION_PERIOD = Duration.ofSeconds(25);
    private static final Duration SAMPLE = Duration.ofMinutes(1);
    private static final Duration REST = Duration.ofMinutes(4);

    private final PlaygroundOptions options;
    private final PrintStream out;
    private final List<String> violations = new ArrayList<>();

    Soak(PlaygroundOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** True if there were no violations and nothing grew. */
    boolean run() throws IOException, InterruptedException {
        LocalCloud cloud = LocalCloud.joining(options.nodes(), Latencies.realistic(0.1, 1), options.folder());
        Runtime.getRuntime().addShutdownHook(new Thread(cloud::close, "soak-end"));
        List<ControllerProcess> processes = start(cloud);
        for (ControllerProcess process : processes)
            Await.until(process, "ready", process::isReady);
        SoakChurn churn = new SoakChurn(cloud, options.nodes(), options.minutes());
        SoakDisruptions disruptions = new SoakDisruptions(cloud);
        SoakChecks checks = new SoakChecks(cloud);
        SoakTable table = new SoakTable(out);
        out.println("soak for " + options.minutes() + " minutes: " + processes.size() + " processes, a change every "
                + CHANGE.toMillis() / 1000.0 + " s, a disruption every " + DISRUPTION_PERIOD.toSeconds()
                + " s, logs in "
                + cloud.logs());
        long start = System.nanoTime();
        for (int minute = 1; minute <= options.minutes(); minute++) {
            live(start + SAMPLE.multipliedBy(minute).toNanos(), churn, disruptions, checks);
            table.add(minute, samples(processes), cloud.cluster().openWatches(), violations.size());
            cloud.azure().calls().reset();
            cloud.cluster().requests().clear();
        }
        disruptions.end();
        churn.settle();
        out.println("\n" + churn.made() + " Services made, " + disruptions.brought()
                + " disruptions; no more changes from now on");
        rest(churn, checks, processes);
        boolean flat = table.verdict();
        violations.stream().distinct().limit(20).forEach(each -> out.println("violation: " + each));
        boolean good = flat && violations.isEmpty();
        out.println("soak: " + (good ? "flat, " : flat ? "flat, but " : "NOT flat, ") + violations.size()
                + " violations");
        return good;
    }

    private static List<ControllerProcess> start(LocalCloud cloud) throws IOException {
        List<ControllerProcess> processes = new ArrayList<>();
        for (String app : LocalCloud.CONTROLLERS) {
            for (String instance : List.of("a", "b")) {
                processes.add(ControllerProcess.start(app, app + "-" + instance, cloud, LocalCloud.flags(app)));
            }
        }
        return processes;
    }

    private void live(long until, SoakChurn churn, SoakDisruptions disruptions, SoakChecks checks)
            throws InterruptedException {
        long disruption = System.nanoTime() + DISRUPTION_PERIOD.toNanos() / 2;
        while (System.nanoTime() < until) {
            churn.turn();
            if (System.nanoTime() > disruption) {
                disruptions.turn();
                disruption += DISRUPTION_PERIOD.toNanos();
                violations.addAll(checks.atAnyTime());
            }
            Thread.sleep(CHANGE.toMillis());
        }
    }

    private static Map<String, Sample> samples(List<ControllerProcess> processes)
            throws IOException, InterruptedException {
        Map<String, Sample> samples = new LinkedHashMap<>();
        for (ControllerProcess process : processes) {
            process.requireAlive();
            samples.put(process.name(), new Sample(process.heap(), process.residentMegabytes(), process.threads(),
                    (int) process.value("controller_queue_depth")));
        }
        return samples;
    }

    private void rest(SoakChurn churn, SoakChecks checks, List<ControllerProcess> processes)
            throws IOException, InterruptedException {
        Await.before(System.nanoTime() + REST.toNanos(), Duration.ofSeconds(1), () -> {
            for (ControllerProcess process : processes)
                process.requireAlive();
            return checks.atRest(churn.services(), options.nodes()).isEmpty();
        });
        violations.addAll(checks.atRest(churn.services(), options.nodes()));
    }
}

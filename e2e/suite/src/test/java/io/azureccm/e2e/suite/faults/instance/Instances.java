package io.azureccm.e2e.suite.faults.instance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.HttpSimulation;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.harness.SteadyState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * The instances that run in a sequence: one of each app, or two that compete for its lease. One that has died is replaced by a
 * new one that knows nothing.
 */
public final class Instances {
    /** Which apps play, whether each has a rival, what is laid over their cloud config, and how patient they are. */
    public record Setup(Set<App> apps, boolean standbys, ObjectNode config, Pace pace) {
        public Setup(Set<App> apps, boolean standbys, ObjectNode config) {
            this(apps, standbys, config, Pace.QUICK);
        }
    }

    private final HttpSimulation simulation;
    private final Setup setup;
    private final Promises promises;
    private final Findings findings;
    private final LeaseLedger ledger = new LeaseLedger();
    private final Map<App, List<Instance>> running = new HashMap<>();
    private final List<Instance> everybody = new CopyOnWriteArrayList<>();
    private final List<Thread> errands = new CopyOnWriteArrayList<>();
    private int number;

    public Instances(HttpSimulation simulation, Setup setup, Promises promises, Findings findings) {
        this.simulation = simulation;
        this.setup = setup;
        this.promises = promises;
        this.findings = findings;
        setup.apps().forEach(app -> running.put(app, new CopyOnWriteArrayList<>()));
    }

    public void start() {
        for (App app : setup.apps()) {
            enter(app);
            if (setup.standbys())
                enter(app);
        }
    }

    public static String key(App app) {
        return app.name().toLowerCase(Locale.ROOT);
    }

    private synchronized Instance enter(App app) {
        String name = key(app) + "-" + ++number;
        Leadership.Maker leaderships = setup.standbys()
                ? Leadership.elected(ledger, key(app))
                : Leadership.alone(ledger, key(app));
        Instance instance = new Instance(simulation, app, name, setup, leaderships, promises);
        everybody.add(instance);
        running.get(app).add(instance);
        instance.start();
        return instance;
    }

    public Set<App> apps() {
        return setup.apps();
    }

    public boolean standbys() {
        return setup.standbys();
    }

    public LeaseLedger ledger() {
        return ledger;
    }

    public List<Instance> running() {
        return setup.apps().stream().flatMap(app -> running.get(app).stream()).toList();
    }

    public Optional<Instance> leader(App app) {
        return running.get(app).stream().filter(Instance::works).findFirst();
    }

    /** Replaces those that have died since the last call; returns how many. */
    public int replaceDead() {
        int replaced = 0;
        for (Instance instance : running()) {
            if (instance.killSwitch().isDead()) {
                running.get(instance.app()).remove(instance);
                errand("dispose of " + instance.name(), instance::dispose);
                enter(instance.app());
                replaced++;
            }
        }
        return replaced;
    }

    /** Replaces an instance in good order: the next one starts when it has ended. */
    public void replace(Instance instance) {
        running.get(instance.app()).remove(instance);
        errand("replace " + instance.name(), () -> {
            instance.stop();
            enter(instance.app());
        });
    }

    private void errand(String what, Runnable work) {
        errands.add(Thread.ofVirtual().name(what).start(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                findings.add(what + " failed: " + e);
            }
        }));
    }

    /** Waits for those that are being replaced. */
    public void awaitErrands() {
        for (Thread errand : errands) {
            try {
                if (!errand.join(SteadyState.BOUND))
                    findings.add(errand.getName() + " has not ended within " + SteadyState.BOUND);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        errands.clear();
    }

    public void end() {
        awaitErrands();
        for (Instance instance : running()) {
            if (instance.killSwitch().isDead())
                errand("dispose of " + instance.name(), instance::dispose);
            else
                errand("stop " + instance.name(), instance::stop);
        }
        awaitErrands();
    }

    public String log() {
        return everybody.stream().map(Instance::log).filter(log -> !log.isEmpty()).collect(Collectors.joining("\n"));
    }

    public List<String> names() {
        return new ArrayList<>(everybody.stream().map(Instance::name).toList());
    }
}

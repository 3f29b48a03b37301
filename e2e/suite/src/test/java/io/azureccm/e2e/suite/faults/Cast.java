package io.azureccm.e2e.suite.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
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
 * The instances that play in a sequence: one of each app, or two that compete for its lease. One that has died is replaced by a
 * new one that knows nothing.
 */
final class Cast {
    /** Which apps play, whether each has a rival, what is laid over their cloud config, and how patient they are. */
    record Bill(Set<App> apps, boolean rivals, ObjectNode config, Pace pace) {
        Bill(Set<App> apps, boolean rivals, ObjectNode config) {
            this(apps, rivals, config, Pace.QUICK);
        }
    }

    private final HttpGround ground;
    private final Bill bill;
    private final Promises promises;
    private final Findings findings;
    private final LeaseLedger ledger = new LeaseLedger();
    private final Map<App, List<Instance>> playing = new HashMap<>();
    private final List<Instance> everybody = new CopyOnWriteArrayList<>();
    private final List<Instance> dead = new CopyOnWriteArrayList<>();
    private final List<Thread> errands = new CopyOnWriteArrayList<>();
    private int number;

    Cast(HttpGround ground, Bill bill, Promises promises, Findings findings) {
        this.ground = ground;
        this.bill = bill;
        this.promises = promises;
        this.findings = findings;
        bill.apps().forEach(app -> playing.put(app, new CopyOnWriteArrayList<>()));
    }

    void start() {
        for (App app : bill.apps()) {
            enter(app);
            if (bill.rivals())
                enter(app);
        }
    }

    static String key(App app) {
        return app.name().toLowerCase(Locale.ROOT);
    }

    private synchronized Instance enter(App app) {
        String name = key(app) + "-" + ++number;
        Seat.Maker seats = bill.rivals() ? Seat.elected(ledger, key(app)) : Seat.alone(ledger, key(app));
        Instance instance = new Instance(ground, app, name, bill, seats, promises);
        everybody.add(instance);
        playing.get(app).add(instance);
        instance.start();
        return instance;
    }

    Set<App> apps() {
        return bill.apps();
    }

    boolean rivals() {
        return bill.rivals();
    }

    LeaseLedger ledger() {
        return ledger;
    }

    List<Instance> playing() {
        return bill.apps().stream().flatMap(app -> playing.get(app).stream()).toList();
    }

    Optional<Instance> leader(App app) {
        return playing.get(app).stream().filter(Instance::works).findFirst();
    }

    /** Replaces those that have died since the last call; returns how many. */
    int replaceDead() {
        int replaced = 0;
        for (Instance instance : playing()) {
            if (instance.tripwire().isDead()) {
                playing.get(instance.app()).remove(instance);
                dead.add(instance);
                errand("bury " + instance.name(), instance::bury);
                enter(instance.app());
                replaced++;
            }
        }
        return replaced;
    }

    /** Replaces an instance in good order: the next one starts when it has ended. */
    void relieve(Instance instance) {
        playing.get(instance.app()).remove(instance);
        errand("relieve " + instance.name(), () -> {
            instance.stop();
            enter(instance.app());
        });
    }

    /** Somebody has cleared all faults: the dead stay cut off. */
    void cutOffTheDead() {
        dead.forEach(Instance::cutOff);
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

    /** Waits for those that are being relieved. */
    void awaitErrands() {
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

    void end() {
        awaitErrands();
        for (Instance instance : playing()) {
            if (instance.tripwire().isDead())
                errand("bury " + instance.name(), instance::bury);
            else
                errand("stop " + instance.name(), instance::stop);
        }
        awaitErrands();
    }

    String log() {
        return everybody.stream().map(Instance::log).filter(log -> !log.isEmpty()).collect(Collectors.joining("\n"));
    }

    List<String> names() {
        return new ArrayList<>(everybody.stream().map(Instance::name).toList());
    }
}

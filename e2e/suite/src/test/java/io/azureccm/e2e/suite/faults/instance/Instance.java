package io.azureccm.e2e.suite.faults.instance;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.credential.FallbackCredential;
import io.azureccm.common.arm.gateway.ArmClientSettings;
import io.azureccm.common.arm.gateway.ArmConnection;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.credential.CredentialChoice;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.azureccm.common.kube.event.ApiEventSink;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.ResilientArmGateway;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.suite.faults.cluster.HttpSimulation;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * A controller as a process of its own would be: with its own memory, its own name in Azure's log and its own token in the
 * cluster. Killed, it is cut off from both at once and whatever it still does reaches nobody.
 */
public final class Instance {
    private final HttpSimulation simulation;
    private final App app;
    private final String name;
    private final KillSwitch killSwitch = new KillSwitch();
    private final PlanJournal journal;
    private final KubernetesClient client;
    private final EventRecorder events;
    private final Leadership leadership;
    private final Work work;
    private final AtomicLong faults = new AtomicLong();
    private final Semaphore wakeUps = new Semaphore(0);
    private volatile boolean ended;
    private volatile long worksIn;
    private Thread thread;

    public Instance(HttpSimulation simulation, App app, String name, Instances.Setup setup,
            Leadership.Maker leaderships,
            Promises promises) {
        this.simulation = simulation;
        this.app = app;
        this.name = name;
        this.journal = new PlanJournal(PlanText.of(app.title()), 30, Clock.systemUTC(), () -> "");
        simulation.api().access().addToken(name, Caller.ADMIN);
        KubeSettings kube = KubeSettings.defaults(name)
                .withKubeconfig(simulation.kubeconfig(name))
                .withLimits(1000, 1000);
        this.client = KubeClients.open(kube);
        this.events = new EventRecorder(new ApiEventSink(client));
        this.leadership = leaderships.make(name, kube, wakeUps::release);
        this.work = Work.of(app, new Work.Ports(azure(simulation.config(name, setup.config()), setup.pace()),
                new Work.Cluster(client, new ObjectPatcher(new ApiRequests(client), leadership::refusal), events,
                        leadership::refusal),
                new Work.Guards(promises, killSwitch, RemovalPolicy.NONE), Clock.systemUTC(), leadership::isSuccessor));
        killSwitch.onDeath(this::cutOff);
    }

    private Work.Azure azure(CloudConfig cloud, Pace pace) {
        ArmClientSettings settings = new ArmClientSettings(name, pace.operations(), ResponseLimits.DEFAULT,
                pace.answer(), pace.answer(), 0);
        ArmBudget budget = new ArmBudget(pace.budget(app), ArmClock.system(), BudgetListener.NONE);
        ArmGateway plain = ArmConnection.open(
                new ArmConnection.Account(cloud, simulation.cloud(),
                        CredentialChoice.required(cloud, "azure.json").credentials(), FallbackCredential.NONE),
                simulation.trust().context(), settings, budget.gate(), (verb, target, status, took, left) -> {},
                ArmClock.system());
        return new Work.Azure(cloud, pace, new ResilientArmGateway(
                new GatedGateway(plain, killSwitch),
                pace.calls(cloud.arm())
                        .policy(new ArmCallPolicy.Reports(ArmClock.system(),
                                () -> ThreadLocalRandom.current().nextDouble(),
                                budget, call -> {
                                    if (call.error().isPresent())
                                        faults.incrementAndGet();
                                }))),
                journal);
    }

    public void start() {
        work.controller().informers().start();
        leadership.start();
        thread = Thread.ofVirtual().name(name).start(this::run);
    }

    /** Leads and follows as its leadership says, one thing at a time. */
    private void run() {
        try {
            while (!ended) {
                long term = leadership.term();
                if (worksIn != 0 && worksIn != term) {
                    work.stop();
                    worksIn = 0;
                } else if (worksIn == 0 && term != 0 && work.controller().informers().synced()) {
                    worksIn = term;
                    work.controller().start();
                }
                wakeUps.tryAcquire(20, TimeUnit.MILLISECONDS);
                wakeUps.drainPermits();
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    public App app() {
        return app;
    }

    public String name() {
        return name;
    }

    public KillSwitch killSwitch() {
        return killSwitch;
    }

    public Leadership leadership() {
        return leadership;
    }

    public Work work() {
        return work;
    }

    public boolean works() {
        return worksIn != 0 && !killSwitch.isDead();
    }

    /** Calls to ARM that have failed in the end, whoever made them fail. */
    public long faults() {
        return faults.get();
    }

    /** Its token in the cluster is not taken for a while: it can write nothing there, and not renew its lease. */
    public void loseToken(Duration longest) {
        simulation.api().access().revoke(name);
        Thread.ofVirtual().name("token of " + name).start(() -> {
            try {
                Thread.sleep(longest);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            regainToken();
        });
    }

    public synchronized void regainToken() {
        if (!killSwitch.isDead() && !ended)
            simulation.api().access().addToken(name, Caller.ADMIN);
    }

    /** Nothing that comes from here reaches anybody from now on. */
    public synchronized void cutOff() {
        simulation.azure().faults().add(Fault.on("*", "*", new FaultAction.ResetBefore()).client(name));
        simulation.api().access().revoke(name);
    }

    /** Ends in good order: writes under way are waited for, the leadership is given up. */
    public void stop() {
        end(true);
    }

    /** Frees what a dead one holds; it has been cut off before. */
    public void dispose() {
        end(false);
    }

    private void end(boolean orderly) {
        ended = true;
        wakeUps.release();
        try {
            thread.join();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        if (orderly && worksIn != 0)
            work.stop();
        leadership.close();
        work.close();
        events.close();
        client.close();
        if (orderly)
            simulation.api().access().revoke(name);
    }

    /** Its plans with their outcomes, oldest first. */
    public String log() {
        return journal.entries()
                .reversed()
                .stream()
                .map(entry -> name + ": " + entry.at() + " " + entry.text())
                .collect(Collectors.joining("\n"));
    }
}

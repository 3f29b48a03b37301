package io.azureccm.e2e.suite.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.kube.informer.InformerFeed;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterSimulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/** A cloud, a cluster and the controllers between them, all in one virtual time that only moves while a script is played. */
final class VirtualStage implements AutoCloseable {
    /** What the script does; it sleeps on the time of the stage. */
    interface Script {
        void play() throws InterruptedException;
    }

    private final World world;
    private final VirtualTime time = new VirtualTime();
    private final Ground ground;
    private final Pace pace;
    private final ObjectNode config;
    private final Users users;
    private final Kubelets kubelets;
    private final Looks looks;
    private final ApiTroubles api;
    private final VirtualInstance.Place place;
    private final List<VirtualInstance> playing = new ArrayList<>();
    private final List<VirtualInstance> everybody = new ArrayList<>();
    private final Map<InformerFeed<?>, Instant> shownUntil = new HashMap<>();
    private final Map<String, List<ObjectNode>> shown = new HashMap<>();
    private long revision;
    private int relieving;

    VirtualStage(World world, long seed, Pace pace, ObjectNode config, Findings findings, Tally tally) {
        this.world = world;
        this.pace = pace;
        this.config = config;
        this.ground = ground(time, seed);
        this.users = new Users(ground);
        this.kubelets = new Kubelets(ground, world);
        this.looks = new Looks(ground, world, users, kubelets);
        this.api = new ApiTroubles(time, new Random(seed + 7), pace.scale(), tally);
        this.place = new VirtualInstance.Place(ground, time, api, new Promises(ground, users, findings), findings);
        time.atEachMoment(this::look);
    }

    private static Ground ground(VirtualTime time, long seed) {
        AzureSimulator azure = AzureSimulator.builder()
                .infrastructure(Ground.newInfrastructure())
                .withoutPorts()
                .acceptAnyToken()
                .randomSeed(seed)
                .clock(time)
                .retryAfter(0)
                .start();
        try {
            return new Ground(azure, ClusterSimulator.start(ClusterOptions.defaults().with(time, new Random(seed))),
                    Ground.newInfrastructure(), time);
        } catch (IOException unusable) {
            throw new UncheckedIOException(unusable);
        }
    }

    /** Plays until the script ends; what anybody throws is thrown. */
    void play(Script script) {
        time.runUntilEnd(time.start("script", () -> {
            try {
                script.play();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stop);
            }
        }));
    }

    void start() {
        world.apps().stream().sorted().forEach(this::enter);
    }

    private void enter(App app) {
        String name = Cast.key(app) + "-" + (everybody.size() + 1);
        CloudConfig cloud = ground.config(
                Foreign.json("{\"cloud\": \"AzurePublicCloud\", \"useManagedIdentityExtension\": true}"), config);
        VirtualInstance instance = new VirtualInstance(place, app, name, cloud, pace);
        everybody.add(instance);
        playing.add(instance);
        instance.start();
    }

    /** Replaces those that have died by new ones that know nothing; returns how many. */
    int replaceDead() {
        List<VirtualInstance> dead = playing.stream().filter(each -> each.tripwire().isDead()).toList();
        playing.removeAll(dead);
        dead.forEach(each -> enter(each.app()));
        return dead.size();
    }

    /** Replaces an instance in good order: the next one starts when what is under way has ended. */
    void relieve(VirtualInstance instance) {
        playing.remove(instance);
        relieving++;
        time.start("relieve " + instance.name(), () -> {
            try {
                instance.stop();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            enter(instance.app());
            relieving--;
        });
    }

    /** Everybody who plays is there and nothing is under way. */
    boolean isIdle() {
        return relieving == 0 && playing.stream().noneMatch(each -> each.isBusy() || each.tripwire().isDead())
                && ground.azure().runningOperations() == 0;
    }

    /** At the end of a moment: watches hear of what has changed, and loops of what they have heard. */
    private void look() {
        long now = ground.api().resourceVersion();
        if (now != revision) {
            revision = now;
            Map<String, List<ObjectNode>> fresh = new HashMap<>();
            for (VirtualInstance instance : playing) {
                for (InformerFeed<?> feed : instance.feeds()) {
                    List<ObjectNode> objects = fresh.computeIfAbsent(feed.resource(),
                            resource -> ground.api().list(resource, ""));
                    if (!objects.equals(shown.get(feed.resource())))
                        show(instance, feed, objects);
                }
            }
            shown.putAll(fresh);
        }
        playing.forEach(VirtualInstance::look);
    }

    /** After a while, and in the order of the changes. */
    private void show(VirtualInstance instance, InformerFeed<?> feed, List<ObjectNode> objects) {
        Instant before = shownUntil.getOrDefault(feed, Instant.MIN);
        Instant drawn = time.now().plus(api.lag());
        Instant at = before.isAfter(drawn) ? before : drawn;
        shownUntil.put(feed, at);
        time.start("watch of " + instance.name(), () -> {
            pause(Duration.between(time.now(), at));
            if (!instance.tripwire().isDead())
                feed.watch(objects);
        });
    }

    void pause(Duration duration) {
        try {
            time.sleep(duration);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Calls that were begun by the dead, and operations that failed in a way that nobody foresaw. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        everybody.forEach(each -> problems.addAll(each.defects()));
        for (CallRecord call : ground.azure().calls().writes()) {
            Optional<Instant> died = everybody.stream()
                    .filter(each -> each.name().equals(call.principal()))
                    .flatMap(each -> each.died().stream())
                    .findFirst();
            if (died.filter(call.at()::isAfter).isPresent())
                problems.add(call.principal() + " wrote to Azure after its death: " + call.line());
        }
        return problems;
    }

    /** How much was written to Azure and to the cluster so far. */
    String written() {
        return ground.azure().calls().counters().writes() + " writes to Azure, revision "
                + ground.api().resourceVersion();
    }

    /** Plans of everybody with their outcomes, and the calls to Azure. */
    String log() {
        return "plans:\n" + everybody.stream().map(VirtualInstance::log).collect(Collectors.joining("\n")) + "\ncalls:"
                + ground.callLog();
    }

    VirtualTime time() {
        return time;
    }

    Ground ground() {
        return ground;
    }

    Users users() {
        return users;
    }

    Kubelets kubelets() {
        return kubelets;
    }

    Looks looks() {
        return looks;
    }

    ApiTroubles api() {
        return api;
    }

    List<VirtualInstance> playing() {
        return playing;
    }

    @Override
    public void close() {
        everybody.forEach(each -> each.tripwire().kill());
        time.drain();
        ground.close();
    }
}

package io.azureccm.e2e.suite.faults.lasting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.UserChanges;
import io.azureccm.e2e.suite.faults.cluster.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Azure refuses for long in one sequence, from when and until when, drawn before anything is played. */
public final class LastingFaults {
    /** After all steps. */
    public static final int STEPS_PLAYED = Integer.MAX_VALUE;

    /** From the step on, until the step. */
    private record Planned(LastingFault fault, int from, int until) {}

    private record ServiceCulprit(ServiceRefusal refusal, int number) {}

    private final World world;
    private final Simulation simulation;
    private final int steps;
    private final long seed;
    private final Random random;
    private final List<Planned> planned = new ArrayList<>();
    private final List<ServiceCulprit> services = new ArrayList<>();
    private final Map<LastingFault, List<Integer>> active = new LinkedHashMap<>();
    private boolean staysToTheEnd;

    private LastingFaults(World world, Simulation simulation, long seed, int steps) {
        this.world = world;
        this.simulation = simulation;
        this.steps = steps;
        this.seed = seed;
        this.random = new Random(seed);
    }

    /** No lasting faults. */
    public static LastingFaults none(World world, Simulation simulation) {
        return new LastingFaults(world, simulation, 0, 0);
    }

    /** Those of a sequence of so many steps; simulations of other runs of the same sequence have the same ids. */
    public static LastingFaults draw(World world, Simulation simulation, long seed, int steps) {
        LastingFaults faults = new LastingFaults(world, simulation, seed, steps);
        int what = world.apps().equals(Set.of(App.NODE)) ? 3 : faults.random.nextInt(4);
        if (what > 0)
            faults.drawCulprits();
        if (what < 2)
            faults.drawScope();
        faults.staysToTheEnd = what > 1 && faults.random.nextInt(3) == 0;
        return faults;
    }

    private void drawCulprits() {
        if (world.hasServices()) {
            List<Integer> left = new ArrayList<>(List.of(0, 1, 2, 3));
            for (int i = random.nextInt(3) == 0 ? 2 : 1; i > 0; i--)
                drawService(left.remove(random.nextInt(left.size())));
        }
        List<String> nodes = new ArrayList<>(Simulation.NODES);
        if (world.hasRoutes() && (!world.hasServices() || random.nextBoolean()))
            drawNode(true, nodes);
        if (world.hasNodes() && (!world.hasServices() || random.nextBoolean()))
            drawNode(false, nodes);
    }

    private void drawService(int number) {
        ServiceRefusal refusal = oneOf(Stream.of(ServiceRefusal.values())
                // A limit that two exceed does not end for one of them.
                .filter(each -> services.stream().noneMatch(other -> other.refusal() == each))
                .toList());
        services.add(new ServiceCulprit(refusal, number));
        planned.add(new Planned(refusal.of(simulation, number, random), 0, end()));
    }

    /** A node whose machine cannot be read never gets a route that could be refused. */
    private void drawNode(boolean ofRoute, List<String> left) {
        String node = oneOf(left);
        left.remove(node);
        NodeRefusal refusal = oneOf(Stream.of(NodeRefusal.values())
                .filter(each -> each.isOfRoute() == ofRoute && each.isPossibleFor(node))
                .toList());
        planned.add(new Planned(refusal.of(simulation, node), 0, end()));
    }

    private void drawScope() {
        int from = random.nextInt(steps);
        planned.add(new Planned(oneOf(ScopeRefusal.of(world)).of(simulation, world, random), from,
                random.nextInt(3) == 0 ? from + 1 + random.nextInt(steps - from) : STEPS_PLAYED));
    }

    private int end() {
        return random.nextInt(6) == 0 ? 2 + random.nextInt(steps - 2) : STEPS_PLAYED;
    }

    /** One for each kind that the world knows, from the first step on; the first Service or node is the culprit. */
    public static List<LastingFaults> ofEachKind(World world, Simulation simulation) {
        List<LastingFaults> all = new ArrayList<>();
        if (world.hasServices())
            Stream.of(ServiceRefusal.values())
                    .forEach(each -> all.add(one(world, simulation, faults -> {
                        faults.services.add(new ServiceCulprit(each, 0));
                        return each.of(simulation, 0, faults.random);
                    })));
        String node = Simulation.NODES.getLast();
        Stream.of(NodeRefusal.values())
                .filter(each -> each.isOfRoute() ? world.hasRoutes() : world.hasNodes())
                .forEach(each -> all.add(one(world, simulation, faults -> each.of(simulation, node))));
        if (world.hasServices() || world.hasRoutes())
            ScopeRefusal.of(world)
                    .forEach(each -> all
                            .add(one(world, simulation, faults -> each.of(simulation, world, faults.random))));
        return all;
    }

    private static LastingFaults one(World world, Simulation simulation,
            Function<LastingFaults, LastingFault> fault) {
        LastingFaults faults = new LastingFaults(world, simulation, 1, 1);
        faults.planned.add(new Planned(fault.apply(faults), 0, STEPS_PLAYED));
        return faults;
    }

    public boolean isEmpty() {
        return planned.isEmpty();
    }

    /** Whether what concerns culprits lasts until everybody has left. */
    public boolean staysToTheEnd() {
        return staysToTheEnd;
    }

    /** The kinds of all of them, active or not. */
    public Set<String> plannedKinds() {
        return planned.stream().map(each -> each.fault().kind()).collect(Collectors.toSet());
    }

    /** The active ones. */
    public List<LastingFault> active() {
        return List.copyOf(active.keySet());
    }

    /** Makes what culprits name. */
    public void seed(Simulation played) {
        if (!services.isEmpty())
            RefusedManifests.seed(played);
    }

    /** Begins and ends those whose time has come; tells which. */
    public List<String> at(int step, Simulation played, Tally tally) {
        List<String> told = new ArrayList<>(end(played, each -> each.until() <= step));
        for (Planned each : planned) {
            if (each.from() == step && each.until() > step) {
                LastingFault fault = each.fault();
                active.put(fault, fault.faults().stream().map(played.azure().faults()::add).toList());
                tally.count("lasting faults", fault.kind());
                told.add("from now on: " + fault.kind() + " " + fault.culprits() + " "
                        + fault.faults().stream().map(Fault::action).toList());
            }
        }
        return told;
    }

    /** Ends those that concern everybody. */
    public List<String> endOfEverybody(Simulation played) {
        return end(played, each -> each.fault().concernsEverybody());
    }

    public List<String> endAll(Simulation played) {
        return end(played, each -> true);
    }

    private List<String> end(Simulation played, Predicate<Planned> which) {
        List<String> told = new ArrayList<>();
        for (Planned each : planned) {
            if (active.containsKey(each.fault()) && which.test(each)) {
                active.remove(each.fault()).forEach(played.azure().faults()::remove);
                told.add("no longer: " + each.fault().kind() + " " + each.fault().culprits());
            }
        }
        return told;
    }

    /** By code: the Services and nodes whose conditions alone may show it. */
    public Map<String, Set<String>> reasons() {
        Map<String, Set<String>> reasons = new HashMap<>();
        planned.forEach(each -> reasons.computeIfAbsent(each.fault().code(), none -> new TreeSet<>())
                .addAll(each.fault().culprits()));
        planned.stream()
                .map(Planned::fault)
                .filter(LastingFault::concernsEverybody)
                .forEach(fault -> reasons.remove(fault.code()));
        reasons.remove("");
        return reasons;
    }

    /** How Services have to look. */
    public UserChanges.Shape shape() {
        Random ofShape = new Random(seed + 1);
        return new UserChanges.Shape((number, manifest) -> shaped(number, manifest, ofShape.nextInt(3) > 0),
                (number, manifest) -> shaped(number, manifest, true),
                services.stream().map(ServiceCulprit::number).collect(Collectors.toSet()));
    }

    private ObjectNode shaped(int number, ObjectNode manifest, boolean guilty) {
        ObjectNode shaped = manifest.deepCopy();
        List<ServiceCulprit> own = services.stream().filter(each -> each.number() == number).toList();
        if (guilty)
            own.forEach(each -> each.refusal().culprit(shaped, number));
        services.stream()
                .filter(each -> each.number() != number)
                .forEach(each -> each.refusal().other(shaped, number, each.number()));
        return shaped;
    }

    /** Labels that were asked for stay when the Services have gone: users take them away. */
    public void tidy(Simulation played) {
        services.forEach(each -> RefusedManifests.removeLabel(played, each.number()));
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}

package io.azureccm.e2e.suite.faults.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.scenario.RandomServices;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * What users do in a sequence, drawn from its seed before anything is played: changes one after another, and what they want in
 * the end, which can always be had.
 */
public final class UserChanges {
    public static final int SERVICES = 4;
    private static final List<String> TIERS = List.of("{}", "{\"tier\": \"gold\"}", "{\"tier\": \"iron\"}");

    /** Something a user, a kubelet or an operator does; {@code kind} is what it is counted as. */
    public record Change(String kind, String subject, Runnable act) {}

    /**
     * How manifests are changed by the number of their Service: on the way, and as they are wanted in the end; {@code required}: the
     * Services that have to be there then, beside others.
     */
    public record Shape(BiFunction<Integer, ObjectNode, ObjectNode> drawn,
            BiFunction<Integer, ObjectNode, ObjectNode> wanted, Set<Integer> required) {
        public static final Shape NONE = new Shape((number, manifest) -> manifest, (number, manifest) -> manifest,
                Set.of());
    }

    private final World world;
    private final Random random;
    private final RandomServices services;
    private final Users users;
    private final Kubelets kubelets;
    private final Shape shape;
    private final List<Change> changes = new ArrayList<>();
    private final Map<String, ObjectNode> desired = new TreeMap<>();
    private final Map<String, Set<String>> pods = new TreeMap<>();
    private final Set<String> machines = new TreeSet<>(Simulation.NODES);

    public UserChanges(World world, Random random, Users users, Kubelets kubelets, int length) {
        this(world, random, users, kubelets, length, Shape.NONE);
    }

    public UserChanges(World world, Random random, Users users, Kubelets kubelets, int length, Shape shape) {
        this.shape = shape;
        this.world = world;
        this.random = random;
        this.services = new RandomServices(random);
        this.users = users;
        this.kubelets = kubelets;
        for (int i = 0; i < length; i++)
            changes.add(draw());
        for (int number = 0; number < SERVICES; number++) {
            String name = RandomServices.name(number);
            if (!desired.containsKey(name) && (shape.required().contains(number)
                    || !shape.required().isEmpty() && !hasOthers()))
                desired.put(name, service(number));
            if (desired.containsKey(name))
                desired.put(name, shape.wanted().apply(number, possible(number, desired.get(name))));
        }
    }

    private boolean hasOthers() {
        return !shape.required()
                .stream()
                .map(RandomServices::name)
                .collect(Collectors.toSet())
                .containsAll(desired.keySet());
    }

    public Change change(int index) {
        return changes.get(index);
    }

    /** Name to manifest of the Services that there are to be in the end. */
    public Map<String, ObjectNode> desired() {
        return desired;
    }

    /** Users ask for what there is to be in the end, and for nothing else. */
    public void apply() {
        users.applyOnly(desired);
        pods.forEach(users::pods);
    }

    /** The nodes whose machines live in the end. */
    public Set<String> machines() {
        return machines;
    }

    private ObjectNode possible(int number, ObjectNode asked) {
        ObjectNode manifest = asked;
        while (RandomServices.isMistaken(manifest) || world.hasSeveralLoadBalancers() && isBound(manifest))
            manifest = service(number);
        return manifest;
    }

    /** An address that is asked for, or a public IP, may be on a load balancer that the Service may not be on. */
    private static boolean isBound(ObjectNode manifest) {
        String annotations = manifest.at("/metadata/annotations").toString();
        return annotations.contains("azure-load-balancer-ipv4") || annotations.contains("azure-pip-name");
    }

    private Change draw() {
        boolean node = !world.hasServices() || random.nextInt(3) == 0;
        return node ? nodeChange() : serviceChange();
    }

    private Change serviceChange() {
        int number = random.nextInt(SERVICES);
        String name = RandomServices.name(number);
        switch (random.nextInt(world.hasSeveralLoadBalancers() ? 6 : 5)) {
            case 0 -> {
                desired.remove(name);
                return new Change("Service deleted", name, () -> users.delete(name));
            }
            case 5 -> {
                Set<String> where = new TreeSet<>(Set.of(oneOf(Simulation.NODES)));
                where.add(oneOf(Simulation.NODES));
                pods.put(name, where);
                return new Change("pods moved", name, () -> users.pods(name, where));
            }
            default -> {
                ObjectNode manifest = service(number);
                boolean there = desired.put(name, manifest) != null;
                ObjectNode drawn = shape.drawn().apply(number, manifest);
                return new Change(there ? "Service changed" : "Service made", drawn.toString(),
                        () -> users.apply(drawn));
            }
        }
    }

    private ObjectNode service(int number) {
        ObjectNode manifest = services.next(number);
        if (world.hasSeveralLoadBalancers())
            ((ObjectNode) manifest.path("metadata")).set("labels", Foreign.json(oneOf(TIERS)));
        return manifest;
    }

    private Change nodeChange() {
        String node = oneOf(Simulation.NODES);
        if (world.hasNodes())
            return machineChange(node);
        int number = random.nextInt(200);
        boolean excluded = random.nextBoolean();
        return switch (random.nextInt(4)) {
            case 0 -> new Change("Node deleted", node, () -> kubelets.leave(node));
            case 1 -> new Change("Node joined", node, () -> kubelets.join(node));
            case 2 -> world.hasRoutes()
                    ? new Change("Node moved", node, () -> kubelets.move(node, "10.240.1." + (10 + number)))
                    : new Change("Node excluded or not", node, () -> kubelets.exclude(node, excluded));
            default -> new Change("Node ready or not", node, () -> kubelets.ready(node, excluded));
        };
    }

    private Change machineChange(String node) {
        boolean on = random.nextBoolean();
        switch (random.nextInt(7)) {
            case 0 -> {
                return new Change("Node deleted", node, () -> kubelets.leave(node));
            }
            case 1 -> {
                if (machines.size() <= 2 || !machines.contains(node))
                    return new Change("Node joined", node, () -> kubelets.join(node));
                machines.remove(node);
                return new Change("machine deleted", node, () -> kubelets.removeMachine(node));
            }
            case 2, 3 -> {
                return new Change("machine stopped or started", node, () -> kubelets.power(node, on));
            }
            case 4 -> {
                return new Change("Node ready or not", node, () -> kubelets.ready(node, on));
            }
            default -> {
                return new Change("Node joined", node, () -> kubelets.join(node));
            }
        }
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}

package io.azureccm.service.plan.growth;

import com.sun.management.ThreadMXBean;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Clusters of any size, and the memory that planning allocates, which is the same on every machine. */
final class LargeWorlds {
    private static final int NODES = 100;
    private static final int BALANCERS = 4;

    /** Properties of a cluster that matter for the planner. */
    enum Kind {
        NODE_IP, NETWORK_INTERFACES, SEVERAL_BALANCERS, SOURCE_RANGES
    }

    private LargeWorlds() {}

    /** A plan for fully served Services: there is nothing to do. */
    static Supplier<ServicePlan> unchanged(Kind kind, int services) {
        World world = world(kind, services);
        world.converge();
        return world.planning(world.services());
    }

    /** A plan for Services without any resources. */
    static Supplier<ServicePlan> fresh(Kind kind, int services) {
        World world = world(kind, services);
        return world.planning(world.services());
    }

    /** A plan for a Service with an annotation of that many elements; {@code element} is a format with two numbers. */
    static Supplier<ServicePlan> annotated(String annotation, String element, int elements) {
        World world = new World(NODES);
        world.service(Services.named("svc")
                .port("TCP", 80)
                .annotation(annotation, IntStream.range(0, elements)
                        .mapToObj(i -> String.format(Locale.ROOT, element, i / 200, i % 200))
                        .collect(Collectors.joining(",")))
                .yaml());
        return world.planning(world.services());
    }

    /** Plans with cached parts, in each of which one rule of one Service differs. */
    static Supplier<ServicePlan> oneChanged(Kind kind, int services) {
        World world = world(kind, services);
        world.converge();
        Supplier<ServicePlan> planning = world
                .planningWith(service(kind, services / 2).replace("TCP, port: ", "TCP, port: 1"));
        planning.get();
        planning.get();
        return planning;
    }

    /** The bytes that one plan allocates, the minimum of several runs, because other work can only add. */
    static long bytes(Supplier<ServicePlan> planning) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long fewest = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            planning.get();
            fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return fewest;
    }

    private static World world(Kind kind, int services) {
        World world = new World(kind == Kind.SEVERAL_BALANCERS ? 0 : NODES);
        if (kind != Kind.NETWORK_INTERFACES)
            world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        if (kind == Kind.SEVERAL_BALANCERS)
            several(world);
        for (int i = 0; i < services; i++) {
            world.service(service(kind, i));
        }
        return world;
    }

    private static void several(World world) {
        StringBuilder configurations = new StringBuilder();
        for (int i = 0; i < BALANCERS; i++) {
            configurations.append(i == 0 ? "[{name: kubernetes" : ", {name: lb" + i)
                    .append(", primaryVMSet: vmss-")
                    .append(i)
                    .append('}');
            for (int node = 0; node < NODES / BALANCERS; node++) {
                world.node("vmss-" + i, node, Map.of());
            }
        }
        world.with("multipleStandardLoadBalancerConfigurations", configurations.append(']').toString());
    }

    private static String service(Kind kind, int index) {
        Services service = Services.named("svc-" + index)
                .port("TCP", 80 + index % 100, 30000 + index)
                .created(String.format(Locale.ROOT, "2026-01-01T%02d:%02d:%02dZ", index / 3600, index / 60 % 60,
                        index % 60));
        if (kind == Kind.SOURCE_RANGES)
            service.annotation("azure-allowed-ip-ranges", ranges(index));
        return service.yaml();
    }

    private static String ranges(int index) {
        List<String> ranges = new java.util.ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ranges.add("10." + index / 200 + "." + index % 200 + "." + i * 16 + "/29");
        }
        return String.join(",", ranges);
    }

    /** Prints the allocation of a plan at growing sizes, with the ratio to the previous size. */
    public static void main(String[] args) {
        for (Kind kind : Kind.values()) {
            for (String what : List.of("unchanged", "fresh", "one changed")) {
                Map<Integer, Long> sizes = new TreeMap<>();
                for (int services : List.of(75, 150, 300)) {
                    Supplier<ServicePlan> planning = what.equals("fresh")
                            ? fresh(kind, services)
                            : what.equals("unchanged") ? unchanged(kind, services) : oneChanged(kind, services);
                    long bytes = bytes(planning);
                    Long half = sizes.put(services, bytes) == null ? sizes.get(services / 2) : null;
                    long start = System.nanoTime();
                    planning.get();
                    System.out.printf(Locale.ROOT, "%-20s %-11s %4d Services %9.2f MB  x%.2f  %7.1f ms%n", kind,
                            what, services, bytes / 1e6,
                            half == null ? 0 : (double) bytes / half, (System.nanoTime() - start) / 1e6);
                }
            }
        }
    }
}

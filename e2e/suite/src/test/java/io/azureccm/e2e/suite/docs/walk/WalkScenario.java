package io.azureccm.e2e.suite.docs.walk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.virtual.VirtualEnvironment;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A change in a cluster whose way through a controller is recorded. */
enum WalkScenario {
    SERVICE_PORT("A Service port", "A Service that is served gets a second port.", World.SERVICES) {
        @Override
        void change(VirtualEnvironment environment) {
            environment.users().apply(service(80, 81));
        }
    },
    DELETION("A deletion", "The only Service is deleted.", World.SERVICES) {
        @Override
        void change(VirtualEnvironment environment) {
            environment.users().delete("web");
        }
    },
    REFUSED_WRITE("A refused write",
            "A Service gets a second port, and Azure refuses the load balancer once for a policy.", World.SERVICES) {
        @Override
        void change(VirtualEnvironment environment) {
            environment.simulation()
                    .azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers",
                            new FaultAction.Refuse(403, "RequestDisallowedByPolicy", "Not with this port.")).times(1));
            environment.users().apply(service(80, 81));
        }
    },
    ROUTE("A route", "A node with a pod CIDR joins.", World.ROUTES) {
        @Override
        void change(VirtualEnvironment environment) {
            environment.kubelets().join(LAST_NODE);
        }
    },
    NODE("A node", "A node with the initialisation taint joins.", World.NODES) {
        @Override
        void change(VirtualEnvironment environment) {
            environment.kubelets().join(LAST_NODE);
        }
    };

    private static final String LAST_NODE = Simulation.NODES.getLast();
    private static final Duration UNTIL_IDLE = Duration.ofMinutes(3);
    private static final Duration RECORDED = Duration.ofSeconds(30);
    private static final TracedClasses CLASSES = new TracedClasses();

    private final String title;
    private final String text;
    private final World world;

    WalkScenario(String title, String text, World world) {
        this.title = title;
        this.text = text;
        this.world = world;
    }

    abstract void change(VirtualEnvironment environment);

    /** The controller that it is a way through. */
    World world() {
        return world;
    }

    /** The section of the page, without what earlier sections have {@code named}. */
    String section(Set<String> named) {
        // The first run fills what is remembered for the life of the process.
        run(this::play);
        Walk walk = run(environment -> walk(environment, named));
        List<String> rows = walk.rows();
        return "\n## %s\n\n%s %d classes.\n\n| Turn | Step | Classes and methods |\n|---|---|---|\n%s\n".formatted(
                title,
                text, walk.classes(), String.join("\n", rows));
    }

    private <T> T run(Function<VirtualEnvironment, T> record) {
        try (VirtualEnvironment environment = new VirtualEnvironment(world, VirtualEnvironment.Api.of(1), Pace.USUAL,
                Foreign.json("{\"disableAPICallCache\": true}"), new Findings(), new Tally(),
                () -> RemovalPolicy.NONE)) {
            environment.play(() -> {
                Simulation.NODES.stream()
                        .filter(node -> world.hasServices() || !node.equals(LAST_NODE))
                        .forEach(environment.kubelets()::join);
                if (world.hasServices())
                    environment.users().apply(service(80));
                environment.start();
                environment.pause(UNTIL_IDLE);
            });
            return record.apply(environment);
        }
    }

    private Walk walk(VirtualEnvironment environment, Set<String> named) {
        environment.time().atEachMoment(() -> MethodTrace.endOfMoment(environment.time().passed()));
        Duration from = environment.time().passed();
        long before = environment.simulation().azure().calls().all().size();
        MethodTrace trace = MethodTrace.of(CLASSES.names(), () -> play(environment));
        List<CallRecord> calls = environment.simulation().azure().calls().all().stream().skip(before).toList();
        return new Walk(trace, calls, from, named);
    }

    private VirtualEnvironment play(VirtualEnvironment environment) {
        environment.play(() -> {
            change(environment);
            environment.pause(RECORDED);
        });
        return environment;
    }

    private static ObjectNode service(int... ports) {
        ObjectNode service = Foreign
                .json("""
                        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "default", "annotations": {}},
                         "spec": {"type": "LoadBalancer", "ports": []}}""");
        for (int port : ports)
            service.withArray("/spec/ports")
                    .addObject()
                    .put("name", "p" + port)
                    .put("port", port)
                    .put("protocol", "TCP")
                    .put("nodePort", 30_000 + port);
        return service;
    }
}

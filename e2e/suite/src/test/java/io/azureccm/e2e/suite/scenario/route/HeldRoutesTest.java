package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.event.ApiEventSink;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.kube.leader.LeaseAnnotation;
import io.azureccm.common.observe.LeaseEvents;
import io.azureccm.common.observe.removal.RemovalRegister;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Routes that are above a limit are held until the lease of the controller bears their hash, on a real API. */
class HeldRoutesTest {
    private static final String LEASES = "leases";
    private static final String LEASE = "azure-route-controller";

    private RemovalLimits limits = RemovalLimits.NONE.with(Removal.Kind.ROUTE, 1);
    private final List<Removals> told = java.util.Collections.synchronizedList(new ArrayList<>());
    private final AtomicReference<RemovalRegister> register = new AtomicReference<>();

    @Test
    void routesOfNodesThatLeftWhileNobodyLookedStayUntilTheLeaseApprovesTheirRemoval(@TempDir Path folder) {
        try (RouteScenario scenario = RouteScenario.playOnTheWire(folder)) {
            for (int i = 1; i <= 3; i++)
                scenario.addNode("n" + i, i);
            for (int i = 1; i <= 3; i++)
                scenario.awaitCondition("n" + i, "False RouteCreated");
            scenario.stopController();
            scenario.cluster().removeNode("n1");
            scenario.cluster().removeNode("n2");
            scenario.addNode("n4", 4);

            createLease(scenario);
            scenario.removals = this::policy;
            scenario.startController();
            scenario.awaitCondition("n4", "False RouteCreated");
            assertThat(scenario.routes()).as("n1, n2, n3 and the new one").hasSize(4);
            Removals held = told.getLast();
            assertThat(held.counts()).containsExactly(Map.entry(Removal.Kind.ROUTE, 2));
            assertThat(register.get().command(held)).isEqualTo(
                    "kubectl annotate --overwrite --namespace=kube-system lease/azure-route-controller azureccm.io/approve-removals="
                            + held.hash());
            scenario.await("the event",
                    () -> events(scenario).contains(RemovalRegister.HELD)
                            && events(scenario).contains(held.hash()) ? List.of() : List.of(events(scenario)));

            annotate(scenario, "0123456789ab");
            annotate(scenario, "0123456789ab," + held.hash());
            scenario.await("the removal", () -> scenario.routes().size() == 2 ? List.of() : scenario.routes());
            scenario.await("the approval to be taken away",
                    () -> annotation(scenario).equals("0123456789ab") ? List.of() : List.of(annotation(scenario)));
            assertThat(told.getLast().isEmpty()).isTrue();
            scenario.assertSound();
        }
    }

    @Test
    void leftoverOfAGoneNodeInTheWayOfANewOneStaysUntilTheLeaseApprovesItsRemovalThoughNoLimitIsSet(
            @TempDir Path folder) {
        try (RouteScenario scenario = RouteScenario.playOnTheWire(folder)) {
            scenario.stopController();
            scenario.table().addForeignRoute("old-node", "10.244.1.0/24");
            scenario.table().addForeignRoute("pods-to-firewall", "10.244.0.0/16");
            scenario.addNode("n1", 1);
            scenario.addNode("n2", 2);
            createLease(scenario);
            limits = RemovalLimits.NONE;
            scenario.removals = this::policy;
            scenario.startController();
            scenario.awaitCondition("n1", "True NoRouteCreated");
            scenario.awaitCondition("n2", "False RouteCreated");
            scenario.await("the event", () -> events(scenario).contains("nothing proves that it was created for a node")
                    ? List.of()
                    : List.of(events(scenario)));
            scenario.await("the event of the node",
                    () -> scenario.events("n1").isEmpty() ? List.of("no event") : List.of());
            assertThat(scenario.events("n1")).singleElement().asString().contains("route old-node of route table");

            annotate(scenario, told.getLast().hash());
            scenario.awaitCondition("n1", "False RouteCreated");
            assertThat(scenario.routes()).containsExactly("n1____102441024 10.244.1.0/24 VirtualAppliance 10.240.1.1",
                    "n2____102442024 10.244.2.0/24 VirtualAppliance 10.240.1.2",
                    "pods-to-firewall 10.244.0.0/16 VirtualAppliance 10.250.0.4");
            scenario.assertSound();
        }
    }

    private static void createLease(RouteScenario scenario) {
        ObjectNode lease = JsonNodeFactory.instance.objectNode()
                .put("apiVersion", "coordination.k8s.io/v1")
                .put("kind", "Lease");
        lease.putObject("metadata").put("namespace", "kube-system").put("name", LEASE);
        scenario.api().apply(lease);
    }

    private RemovalPolicy policy(KubernetesClient client) {
        register.set(new RemovalRegister(
                new LeaseEvents(new EventRecorder(new ApiEventSink(client))::record, "route-controller",
                        new ObjectRef("coordination.k8s.io/v1", "Lease", "kube-system", LEASE, "", "")),
                new LeaseAnnotation(new ApiRequests(client), "kube-system", LEASE, RemovalRegister.ANNOTATION),
                told::add));
        return new RemovalPolicy(limits, register.get());
    }

    private static void annotate(RouteScenario scenario, String hashes) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").putObject("annotations").put(RemovalRegister.ANNOTATION, hashes);
        scenario.api().patch(LEASES, "kube-system", LEASE, patch);
    }

    private static String events(RouteScenario scenario) {
        return scenario.api().list("events", "kube-system").toString();
    }

    private static String annotation(RouteScenario scenario) {
        return scenario.api()
                .get(LEASES, "kube-system", LEASE)
                .orElseThrow()
                .path("metadata")
                .path("annotations")
                .path(RemovalRegister.ANNOTATION)
                .asText("");
    }
}

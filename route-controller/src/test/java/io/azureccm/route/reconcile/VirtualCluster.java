package io.azureccm.route.reconcile;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.DryRunExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.route.observed.read.MachineAddressReader;
import io.azureccm.route.observed.read.ObservedStateReader;
import io.azureccm.route.plan.OrphanAudit;
import io.azureccm.route.plan.PlannerSettings;
import io.azureccm.route.plan.RoutePlanner;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.reconcile.report.RouteReporter;
import io.azureccm.route.spec.NodeFactsParser;
import io.azureccm.route.status.NodeEvents;
import io.azureccm.route.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Nodes and a route table in memory, connected by the scope of a route controller, all in virtual time. */
final class VirtualCluster extends VirtualNodes {
    static final Duration TTL = Duration.ofMinutes(2);
    static final RouteTiming TIMING = new RouteTiming(Duration.ofSeconds(1), Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1), Duration.ofSeconds(10), Duration.ZERO);

    final FakeArm arm = new FakeArm();
    final ArmId table = ArmId.of("sub", "k8s", ArmTypes.ROUTE_TABLE, "rt");
    final ArmId network = ArmId.of("sub", "k8s", ArmTypes.VIRTUAL_NETWORK, "vnet");
    private final PlanJournal journal = new PlanJournal(PlanText.of("nodes"), 100, loop.clock(), () -> "");
    /** The number of drift findings. */
    int drift;
    /** The syncs of the table, as {@code trigger outcome}. */
    final List<String> syncs = new ArrayList<>();
    Duration ttl = TTL;

    /** Whether nodes without a route get a condition with the reason. */
    boolean explains = true;

    /** Limits on removals of routes, and their approvals. */
    RemovalPolicy removals = RemovalPolicy.NONE;

    /** Whether another instance has led before. */
    boolean successor;

    /** The addresses of pods. */
    String podRange = "10.244.0.0/16";

    private RouteScope scope;

    Recordable<RouteEvent, KnownState, TurnPlan> recordable() {
        return new Recordable<>("routes", scope, loop.turns(),
                () -> new RouteCodec(new NodeFactsParser(Optional.empty())));
    }

    /** The steps of its turns. */
    TurnSteps<RouteEvent, KnownState, TurnPlan, RouteEffect> steps() {
        return scope.steps();
    }

    List<RouteEvent> observed(Instant now) {
        return scope.observe(now);
    }

    VirtualCluster begin() {
        return begin(TIMING, false);
    }

    VirtualCluster begin(RouteTiming timing, boolean dryRun) {
        CloudConfig cloud = cloud();
        PlannerSettings settings = new PlannerSettings(cloud, List.of(Cidr.parse(podRange).orElseThrow()));
        ObservedStore store = new ObservedStore(arm, loop.clock(), ObservedStore.Settings.DEFAULT);
        PlanExecutor executor = dryRun
                ? new DryRunExecutor()
                : new ArmPlanExecutor(
                        new ArmPlanExecutor.Ports(arm, store, WriteFence.OPEN,
                                ExecutionListener.NONE, loop.clock()),
                        ArmPlanExecutor.Settings.DEFAULT);
        StatusWriter status = new StatusWriter(index, this::writeCondition);
        RouteOperations operations = new RouteOperations(
                new ObservedStateReader(store, settings.table(), ttl, loop.clock()),
                new MachineAddressReader(new MachineReader(cloud, arm, loop.clock()), "k8s", TTL, loop.clock()),
                executor, journal, status, loop.clock());
        scope = new RouteScope(
                new RouteScope.Parts(index, operations,
                        new OrphanCheck(OrphanRegister.off(), new OrphanAudit(settings), journal.spans()),
                        new RouteReporter(index, new NodeEvents(recorder), this::count), removals, () -> successor),
                new RoutePlanner(settings, removals.limits()), timing, dryRun,
                new ConditionOptions(explains && !dryRun, ""));
        loop.begin(scope);
        return this;
    }

    private void count(RouteReport report) {
        if (report instanceof RouteReport.DriftFound(int changes))
            drift += changes;
        if (report instanceof RouteReport.Synced(var trigger, var outcome))
            syncs.add(trigger + " " + outcome);
    }

    static RouteTiming settling(Duration time) {
        return new RouteTiming(TIMING.idleWindow(), TIMING.maxAge(), TIMING.retryBase(), TIMING.retryCap(),
                TIMING.driftPeriod(), time);
    }

    VirtualCluster withTable() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("properties").putArray("routes");
        arm.store(table, body);
        return this;
    }

    /** A table that a subnet of a virtual network with this range uses. */
    VirtualCluster withNetwork(String range) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("properties").putObject("addressSpace").putArray("addressPrefixes").add(range);
        arm.store(network, body);
        ObjectNode used = arm.stored(table).orElseThrow();
        used.withObjectProperty("properties").putArray("subnets").addObject().put("id", network + "/subnets/nodes");
        arm.store(table, used);
        return this;
    }

    /** Somebody else adds a route to the table. */
    void route(String name, String prefix, String nextHop) {
        ObjectNode after = arm.stored(table).orElseThrow();
        after.withObjectProperty("properties")
                .withArrayProperty("routes")
                .addObject()
                .put("name", name)
                .putObject("properties")
                .put("addressPrefix", prefix)
                .put("nextHopType", "VirtualAppliance")
                .put("nextHopIpAddress", nextHop);
        arm.store(table, after);
    }

    List<String> routes() {
        List<String> names = new ArrayList<>();
        arm.stored(table)
                .ifPresent(
                        json -> json.at("/properties/routes").forEach(route -> names.add(route.path("name").asText())));
        Collections.sort(names);
        return names;
    }

    long writes() {
        return arm.calls("PUT");
    }

    long reads() {
        return arm.calls("GET");
    }

    /** All printed plans and outcomes, in their order. */
    String printed() {
        StringBuilder text = new StringBuilder();
        journal.entries().reversed().forEach(entry -> text.append(entry.text()).append('\n'));
        return text.toString();
    }

    static CloudConfig cloud() {
        String json = """
                {"subscriptionId": "sub", "resourceGroup": "k8s", "location": "eastus", "routeTableName": "rt",
                 "useManagedIdentityExtension": true}
                """;
        return switch (CloudConfigParser.parse(new ConfigLayer("test", json), Map.of())) {
            case ParsedCloudConfig.Accepted(var config, var told) -> config;
            case ParsedCloudConfig.Rejected(var told) -> throw new AssertionError(told.toString());
        };

    }
}

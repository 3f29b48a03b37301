package io.azureccm.node.reconcile;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.common.machine.read.ListedArm;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.common.record.Recordable;
import io.azureccm.node.informer.NodeIndex;
import io.azureccm.node.observed.read.AzureMachineReader;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.plan.NodeWrite;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.reconcile.turn.NodeEvent;
import io.azureccm.node.reconcile.turn.TurnPlan;
import io.azureccm.node.spec.NodeKeys;
import io.azureccm.node.status.NodeEvents;
import io.azureccm.node.status.NodeMetrics;
import io.azureccm.node.status.NodeReports;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Nodes and machines in memory, connected by the scope of a node controller, all in virtual time. */
final class VirtualNodes implements AutoCloseable {
    static final Duration MONITOR = Duration.ofSeconds(5);
    static final Duration REFRESH = Duration.ofMinutes(5);

    /** Intercepts a write before it reaches the node; throws what the API would. */
    @FunctionalInterface
    interface Api {
        Optional<PatchOutcome> meet(String node, NodeWrite write);
    }

    final ListedArm arm = new ListedArm();
    final HeardEvents heard = new HeardEvents();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final LoopDriver<NodeEvent, KnownState, TurnPlan> loop = new LoopDriver<>();
    /** Writes that reached a node, as {@code name Kind}. */
    final List<String> writes = new ArrayList<>();
    private final Map<String, Node> nodes = new TreeMap<>();
    private final NodeEvents events = new NodeEvents(heard.recorder());
    private final PlanJournal journal = new PlanJournal(PlanText.of("nodes"), 1000, loop.clock(), () -> "");
    private final NodeIndex index = new NodeIndex(loop.clock(),
            name -> loop.inbox().post(new NodeEvent.Changed(name)),
            last -> loop.inbox().post(new NodeEvent.Left(last)));
    private int uids;
    private Api api = (node, write) -> Optional.empty();
    private UnaryOperator<NodeBuilder> webhook = UnaryOperator.identity();

    /** Limits on deletions of Nodes, and their approvals. */
    RemovalPolicy removals = RemovalPolicy.NONE;
    private NodeScope scope;
    private MachineReader reader;

    /** What the controller does. */
    NodeSettings.Parts parts = new NodeSettings.Parts(true, true);

    VirtualNodes begin() {
        return begin(arm, false);
    }

    VirtualNodes begin(ArmGateway way, boolean dryRun) {
        NodeSettings settings = new NodeSettings(parts,
                new NodeSettings.Topology(false, false, dryRun ? ConditionOptions.OFF : ConditionOptions.ON), "Rg",
                MONITOR, REFRESH,
                Duration.ZERO);
        NodeMetrics metrics = new NodeMetrics(registry);
        reader = new MachineReader(cloud(), way, loop.clock());
        NodeOperations operations = new NodeOperations(new AzureMachineReader(reader), this::write,
                new NodeOperations.Audience(journal, events, metrics), loop.clock());
        events.begin();
        scope = new NodeScope(new NodeScope.Parts(index, operations, new NodeReports(events, metrics), removals),
                settings, NodeTiming.DEFAULT, dryRun);
        loop.begin(scope);
        return this;
    }

    Recordable<NodeEvent, KnownState, TurnPlan> recordable() {
        return new Recordable<>("nodes", scope, loop.turns(), () -> new NodeCodec(reader.record()));
    }

    /** Sets how the API handles writes from now on. */
    void api(Api next) {
        api = next;
    }

    /** From now on, a webhook changes each Node that is written. */
    void webhook(UnaryOperator<NodeBuilder> next) {
        webhook = next;
    }

    /** A kubelet creates its Node, which is ready immediately. */
    void join(String name) {
        join(name, UnaryOperator.identity());
    }

    void join(String name, UnaryOperator<NodeBuilder> change) {
        add(change.apply(node(name).withNewSpec()
                .addNewTaint("NoSchedule", NodeKeys.UNINITIALISED, null, "true")
                .endSpec()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()).build());
    }

    /** A node that was ready for a day, and is not ready now. */
    void unready(String name, String machine) {
        add(node(name).withNewSpec()
                .withProviderID("azure://" + machine)
                .endSpec()
                .withNewStatus()
                .addNewAddress("10.0.0.4", "InternalIP")
                .addNewAddress(name, "Hostname")
                .addNewCondition()
                .withType("Ready")
                .withStatus("Unknown")
                .endCondition()
                .endStatus()
                .build());
    }

    /** The loop hears of a node that it may have seen before. */
    void announceAgain(String name) {
        loop.inbox().post(new NodeEvent.Changed(name));
    }

    void change(String name, UnaryOperator<NodeBuilder> change) {
        update(change.apply(new NodeBuilder(nodes.get(name))).build());
    }

    void leave(String name) {
        index.deleted(nodes.remove(name), false);
    }

    boolean isInitialised(String name) {
        return nodes.get(name).getSpec().getTaints().isEmpty();
    }

    String providerId(String name) {
        return nodes.get(name).getSpec().getProviderID();
    }

    boolean isThere(String name) {
        return nodes.containsKey(name);
    }

    /** Status, reason and message of a node's initialisation condition, "" if it has none. */
    String condition(String name) {
        return NodeConditions.of(nodes.get(name), InitialisationReason.CONDITION.type())
                .map(each -> each.text() + ": " + each.message())
                .orElse("");
    }

    List<String> taints(String name) {
        return nodes.get(name).getSpec().getTaints().stream().map(Taint::getKey).toList();
    }

    /** All printed plans and outcomes, in their order. */
    String printed() {
        StringBuilder text = new StringBuilder();
        journal.entries().reversed().forEach(entry -> text.append(entry.text()).append('\n'));
        return text.toString();
    }

    int plans() {
        return journal.entries().size();
    }

    private NodeBuilder node(String name) {
        return new NodeBuilder().withNewMetadata()
                .withName(name)
                .withUid("uid-" + ++uids)
                .withCreationTimestamp("2025-12-31T00:00:00Z")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .endStatus();
    }

    private void add(Node node) {
        nodes.put(node.getMetadata().getName(), node);
        index.added(node);
    }

    private void update(Node node) {
        index.updated(nodes.put(node.getMetadata().getName(), node), node);
    }

    private PatchOutcome write(Node seen, NodeWrite write, Consumer<Node> shown) {
        String name = seen.getMetadata().getName();
        Optional<PatchOutcome> met = api.meet(name, write);
        if (met.isPresent())
            return met.get();
        Node current = nodes.get(name);
        if (current == null || !current.getMetadata().getUid().equals(seen.getMetadata().getUid()))
            return PatchOutcome.GONE;
        if (write instanceof NodeWrite.Delete && !current.equals(seen))
            return PatchOutcome.CHANGED;
        writes.add(name + " " + write.getClass().getSimpleName());
        if (write instanceof NodeWrite.Delete) {
            leave(name);
        } else {
            update(webhook.apply(written(new NodeBuilder(current), write)).build());
            shown.accept(nodes.get(name));
        }
        return PatchOutcome.WRITTEN;
    }

    private NodeBuilder written(NodeBuilder node, NodeWrite write) {
        return switch (write) {
            case NodeWrite.SetAddresses(var before, var wanted) -> node.editStatus()
                    .withAddresses(wanted.stream().map(each -> new NodeAddress(each.address(), each.type())).toList())
                    .endStatus();
            case NodeWrite.Initialise(var labels, String providerId) -> node.editMetadata()
                    .addToLabels(labels)
                    .endMetadata()
                    .editSpec()
                    .withProviderID(providerId.isEmpty() ? node.buildSpec().getProviderID() : providerId)
                    .removeMatchingFromTaints(taint -> taint.getKey().equals(NodeKeys.UNINITIALISED))
                    .endSpec();
            case NodeWrite.ChangeTaints(var add, var remove) -> {
                var spec = node.editSpec();
                add.forEach(each -> spec.addNewTaint(each.effect(), each.key(), null, each.value()));
                remove.forEach(each -> spec.removeMatchingFromTaints(taint -> taint.getKey().equals(each.key())));
                yield spec.endSpec();
            }
            case NodeWrite.SetCondition(String type, String status, String reason, String message) -> node.editStatus()
                    .removeMatchingFromConditions(condition -> type.equals(condition.getType()))
                    .addNewCondition()
                    .withType(type)
                    .withStatus(status)
                    .withReason(reason)
                    .withMessage(message)
                    .withLastHeartbeatTime(loop.clock().instant().toString())
                    .endCondition()
                    .endStatus();
            default -> throw new IllegalArgumentException(write + " is not expected");
        };
    }

    static CloudConfig cloud() {
        String json = """
                {"subscriptionId": "s", "resourceGroup": "Rg", "location": "westeurope", "vmType": "vmss"}
                """;
        return switch (CloudConfigParser.parse(new ConfigLayer("test", json), Map.of())) {
            case ParsedCloudConfig.Accepted(var config, var told) -> config;
            case ParsedCloudConfig.Rejected(var told) -> throw new AssertionError(told.toString());
        };
    }

    /** A scale set {@code pool} with this many machines. */
    void pool(int machines) {
        arm.scaleSet("pool");
        for (int i = 0; i < machines; i++)
            arm.instance("pool", i, "10.0." + i / 200 + "." + (4 + i % 200));
    }

    /** How often the machines of {@code pool} were listed. */
    long instanceLists() {
        return arm.asked.stream().filter(call -> call.endsWith("pool/virtualMachines")).count();
    }

    @Override
    public void close() {
        events.close();
        heard.close();
    }
}

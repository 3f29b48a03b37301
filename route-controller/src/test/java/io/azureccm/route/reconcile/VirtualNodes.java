package io.azureccm.route.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.spec.NodeFactsParser;
import io.azureccm.route.status.ConditionWrite;
import io.azureccm.route.status.NetworkCondition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Nodes in memory, as the watch shows them, and what is written to them. */
abstract class VirtualNodes {
    private static final String MARK = "EverythingBeforeIsWritten";
    final LoopDriver<RouteEvent, KnownState, TurnPlan> loop = new LoopDriver<>();
    // Conditions of several nodes are written at the same time.
    /** Conditions written to nodes, as {@code name connected}. */
    final List<String> conditions = Collections.synchronizedList(new ArrayList<>());
    /** Route conditions written to nodes, as {@code name status (reason)}. */
    final List<String> routed = Collections.synchronizedList(new ArrayList<>());
    /** The number of patches of nodes. */
    final AtomicInteger patches = new AtomicInteger();
    private final Map<String, Node> nodes = new TreeMap<>();
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final AtomicBoolean written = new AtomicBoolean();
    final EventRecorder recorder = new EventRecorder(new Events());
    final NodeIndex index = new NodeIndex(new NodeFactsParser(Optional.empty()),
            name -> loop.inbox().post(new RouteEvent.NodeChanged(name)));
    private int joined;
    private boolean showsConditions = true;
    private RuntimeException refusal;
    private String refused = "";

    private final class Events implements EventSink {
        @Override
        public void create(Event event) {
            if (event.getReason().equals(MARK)) {
                written.set(true);
                return;
            }
            events.add(event.getInvolvedObject().getName() + " " + event.getReason());
        }

        @Override
        public void patch(String namespace, String name, JsonNode patch) {
            events.add("again");
        }
    }

    void join(int number) {
        joinInPlaceOf(number, number);
    }

    /** A node joins with the pod CIDR of another one. */
    void joinInPlaceOf(int cidr, int number) {
        join(number, node -> node.editSpec().withPodCIDRs("10.244." + cidr + ".0/24").endSpec());
    }

    /** A node joins without pod CIDR; {@code change} adds more. */
    void join(int number, UnaryOperator<NodeBuilder> change) {
        String name = "n" + number;
        Node node = change.apply(new NodeBuilder().withNewMetadata()
                .withName(name)
                .withUid("uid-" + ++joined)
                .withCreationTimestamp("2026-01-01T00:00:00Z")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .addNewAddress("10.240.0." + number, "InternalIP")
                .endStatus()).build();
        nodes.put(name, node);
        index.added(node);
    }

    /** Changes a node, but not its conditions. */
    void change(int number, UnaryOperator<NodeBuilder> change) {
        Node before = nodes.get("n" + number);
        Node after = change.apply(new NodeBuilder(before)).build();
        nodes.put("n" + number, after);
        index.updated(before, after);
    }

    /** A node's route condition, without its times; "" if it has none. */
    String routed(int number) {
        return NodeConditions.of(nodes.get("n" + number), RouteReason.CONDITION.type())
                .map(each -> each.text() + ": " + each.message())
                .orElse("");
    }

    void leave(int number) {
        leave(number, false);
    }

    /** The same; {@code unseen}: a list lacks the node, but its deletion was not observed. */
    void leave(int number, boolean unseen) {
        index.deleted(nodes.remove("n" + number), unseen);
    }

    /** Writes to nodes fail, or succeed again with null. */
    void refuseConditions(RuntimeException problem) {
        refusal = problem;
    }

    /** Writes to this node fail from now on. */
    void refuseConditionsOf(int number, RuntimeException problem) {
        refusal = problem;
        refused = "n" + number;
    }

    /** The watch does not show the writes to nodes. */
    void showNoConditions() {
        showsConditions = false;
    }

    /** Stops the events once all that were recorded are written, in their order; returns them as {@code name reason}. */
    List<String> events() {
        recorder.record(EventNote.normal("test", new ObjectRef("v1", "Node", "", "mark", "", ""), MARK, ""));
        Await.until("the events that were recorded", written::get);
        recorder.close();
        return List.copyOf(events);
    }

    void writeCondition(Node node, ConditionWrite write) {
        if (refusal != null && (refused.isEmpty() || refused.equals(node.getMetadata().getName())))
            throw refusal;
        write.connected().ifPresent(connected -> conditions.add(node.getMetadata().getName() + " " + connected));
        write.routed().ifPresent(routed -> this.routed.add(node.getMetadata().getName() + " " + routed.text()));
        patches.incrementAndGet();
        if (!showsConditions)
            return;
        List<NodeCondition> after = new ArrayList<>(node.getStatus().getConditions());
        write.connected()
                .ifPresent(connected -> replace(after, connected
                        ? NetworkCondition.connected("2026-01-01T00:00:00Z")
                        : NetworkCondition.notConnected("2026-01-01T00:00:00Z")));
        write.routed()
                .ifPresent(routed -> replace(after, NodeConditions.toWrite(routed, loop.clock().instant())));
        Node shown = new NodeBuilder(node).editStatus().withConditions(after).endStatus().build();
        nodes.put(node.getMetadata().getName(), shown);
        index.updated(node, shown);
    }

    private static void replace(List<NodeCondition> conditions, NodeCondition wanted) {
        conditions.removeIf(each -> each.getType().equals(wanted.getType()));
        conditions.add(wanted);
    }
}

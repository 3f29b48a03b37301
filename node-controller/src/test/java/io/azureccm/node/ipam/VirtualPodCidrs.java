package io.azureccm.node.ipam;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.common.machine.read.ListedArm;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.common.record.Recordable;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.ipam.turn.PodCidrKnown;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.azureccm.node.ipam.turn.SeenPodNode;
import io.azureccm.node.plan.ipam.PodRange;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;

/** Nodes whose scale sets define prefix lengths, in memory and in virtual time. */
abstract class VirtualPodCidrs {
    static final String SETS = COMPUTE + "virtualMachineScaleSets";

    final LoopDriver<PodCidrEvent, PodCidrKnown, PodCidrTurn> loop = new LoopDriver<>();
    final HeardEvents heard = new HeardEvents();
    final PodCidrEvents events = new PodCidrEvents(heard.recorder());
    final PlanJournal journal = new PlanJournal(PlanText.of("nodes"), 1000, loop.clock(), () -> "");
    final PodCidrIndex index = new PodCidrIndex(Optional.empty(), (node, left) -> loop.inbox()
            .post(left ? new PodCidrEvent.Left(node) : new PodCidrEvent.Changed(node.name())));
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final ListedArm arm = new ListedArm();
    final Map<String, Node> nodes = new TreeMap<>();
    PodCidrWriter api = this::written;
    private final MachineReader reader = new MachineReader(cloud(), arm, loop.clock());
    private PodCidrScope scope;
    private int uids;

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    void begin(String range) {
        List<PodRange> ranges = List.of(PodCidrSettings.tagged(Cidr.parse(range).orElseThrow(), List.of()));
        PodCidrMetrics metrics = new PodCidrMetrics(registry, new HeadroomRegister(registry, none -> {}), ranges);
        events.begin();
        scope = new PodCidrScope(
                new PodCidrScope.Parts(index,
                        new PodCidrOperations((node, cidrs) -> api.write(node, cidrs),
                                name -> index.entry(name).map(SeenPodNode::node),
                                Optional.of(reader),
                                new PodCidrOperations.Audience(journal, events, metrics), false, loop.clock()),
                        new PodCidrReports(events, metrics, index)),
                new PodCidrSettings(ranges, Optional.empty(), false, true));
        loop.begin(scope);
    }

    Recordable<PodCidrEvent, PodCidrKnown, PodCidrTurn> recordable() {
        return new Recordable<>("pod-cidrs", scope, loop.turns(),
                () -> new PodCidrCodec(index::facts, reader.record()));
    }

    void tag(String set, String mask) {
        arm.put(SETS + "/" + set, "{'tags':{'kubernetesNodeCIDRMaskIPV4':'" + mask + "'},'properties':{}}");
    }

    double waiting() {
        return registry.get("node.ipam.controller.nodes.without.mask").gauge().value();
    }

    PodCidrWriter.Written written(Node seen, List<String> cidrs) {
        Node node = nodes.get(seen.getMetadata().getName());
        update(new NodeBuilder(node).withNewSpec().withPodCIDRs(cidrs).endSpec().build());
        return new PodCidrWriter.Written(PatchOutcome.WRITTEN, cidrs);
    }

    void join(String name, String set) {
        add(name, provider(name, set));
    }

    static String provider(String name, String set) {
        return "azure://" + SETS + "/" + set + "/virtualMachines/" + name.replaceAll("\\D", "") + "0";
    }

    void add(String name, String providerId) {
        Node node = new NodeBuilder().withNewMetadata()
                .withName(name)
                .withUid("uid-" + ++uids)
                .withCreationTimestamp("2026-01-01T00:%02d:%02dZ".formatted(uids / 60, uids % 60))
                .endMetadata()
                .withNewSpec()
                .withProviderID(providerId)
                .endSpec()
                .build();
        nodes.put(name, node);
        index.added(node);
    }

    void update(Node node) {
        index.updated(nodes.put(node.getMetadata().getName(), node), node);
    }

    void leave(String name) {
        index.deleted(nodes.remove(name), false);
    }

    Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        nodes.forEach((name, node) -> shown.put(name,
                node.getSpec().getPodCIDRs() == null ? "" : String.join(",", node.getSpec().getPodCIDRs())));
        return shown;
    }

    static CloudConfig cloud() {
        String json = "{\"subscriptionId\": \"s\", \"resourceGroup\": \"Rg\", \"location\": \"westeurope\"}";
        return switch (CloudConfigParser.parse(new ConfigLayer("test", json), Map.of())) {
            case ParsedCloudConfig.Accepted(var config, var told) -> config;
            case ParsedCloudConfig.Rejected(var told) -> throw new AssertionError(told.toString());
        };
    }
}

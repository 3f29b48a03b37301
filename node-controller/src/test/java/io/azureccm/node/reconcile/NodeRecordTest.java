package io.azureccm.node.reconcile;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import io.azureccm.common.core.removal.ApprovalsInMemory;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.reconcile.TurnListener;
import io.azureccm.common.record.OneSegment;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.RecordReader;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.record.ReplayReport;
import io.azureccm.common.record.SegmentWriter;
import io.azureccm.common.record.anonymous.AnonymousRecord;
import io.azureccm.node.NodeControllerApplication;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.turn.NodeEvent;
import io.azureccm.node.reconcile.turn.TurnPlan;
import io.azureccm.node.spec.NodeKeys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The turns of nodes, recorded and made again. */
class NodeRecordTest {
    private static final String POOL = COMPUTE + "virtualMachineScaleSets/pool";
    static final RecordHeader HEADER = new RecordHeader("node-controller", "nodes", "test", List.of(),
            JsonNodeFactory.instance.objectNode(), JsonNodeFactory.instance.objectNode());

    private final VirtualNodes cluster = new VirtualNodes();
    private final VirtualNodes other = new VirtualNodes();
    private final ByteArrayOutputStream record = new ByteArrayOutputStream();

    @AfterEach
    void close() {
        cluster.close();
        other.close();
    }

    @Test
    void turnsWithJoinsFailuresAndDeletionsArePlannedAgainAsTheyWere() throws IOException {
        ReplayReport report = replay(run());

        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).isEmpty();
        assertThat(report.turns()).isGreaterThan(50);
        assertThat(other.writes).as("a replay writes nothing").isEmpty();
        assertThat(other.arm.asked).as("and reads nothing").isEmpty();
    }

    @Test
    void turnsCanBeMadeAgainFromTheStateBeforeEachOfThem() throws IOException {
        begin();
        Recordable<NodeEvent, KnownState, TurnPlan> recordable = cluster.recordable();
        try (SegmentWriter<NodeEvent, KnownState, TurnPlan> writer = OneSegment.of(recordable, record, HEADER)) {
            recordable.loop().record(new TurnListener<>() {
                @Override
                public void began() {}

                @Override
                public void made(Turn<NodeEvent, KnownState, TurnPlan> turn) {
                    writer.began();
                    writer.made(turn);
                }
            });
            change();
        }

        ReplayReport report = replay(record.toByteArray());

        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).isEmpty();
    }

    @Test
    void rulesThatPlanOtherwiseAreShownWithBothPlans() throws IOException {
        other.parts = new NodeSettings.Parts(true, false);

        ReplayReport report = replay(run());

        assertThat(report.isSame()).isFalse();
        ReplayReport.Difference first = report.differences().getFirst();
        assertThat(first.then().text()).isNotEqualTo(first.now().text());
        assertThat(report.differences()).anySatisfy(each -> {
            assertThat(each.then().text()).containsPattern("pool000001 +delete the Node");
            assertThat(each.now().text()).doesNotContainPattern("pool000001 +delete the Node");
        });
    }

    @Test
    void heldAndApprovedDeletionsArePlannedAgainAsTheyWere() throws IOException {
        ApprovalsInMemory approvals = new ApprovalsInMemory();
        RemovalLimits limits = new RemovalLimits(Map.of(Removal.Kind.NODE, new RemovalLimits.Limit(1, false)));
        cluster.removals = new RemovalPolicy(limits, approvals);
        other.removals = new RemovalPolicy(limits, new ApprovalsInMemory());
        cluster.pool(1);
        for (int i = 1; i < 5; i++)
            cluster.unready("pool00000" + i, POOL + "/virtualMachines/" + i);
        cluster.begin();
        try (SegmentWriter<?, ?, ?> _ = OneSegment.of(cluster.recordable(), record, HEADER)) {
            cluster.loop.advance(Duration.ofMinutes(3));
            approvals.approve(approvals.held().hash());
            cluster.loop.advance(Duration.ofMinutes(3));
        }
        assertThat(cluster.writes).hasSize(4).allMatch(write -> write.endsWith("Delete"));

        ReplayReport report = replay(record.toByteArray());

        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).isEmpty();
    }

    @Test
    void aCutRecordIsReplayedUpToTheCut() throws IOException {
        byte[] whole = run();

        ReplayReport report = replay(Arrays.copyOf(whole, whole.length / 2));

        assertThat(report.turns()).isPositive();
        assertThat(report.differences()).isEmpty();
        assertThat(report.notes()).singleElement().asString().contains("replayed up to " + report.last());
    }

    @Test
    void theCommandReplaysTheRecordOfThisReleaseAndShowsWhatOtherFlagsWouldHavePlanned(@TempDir Path folder)
            throws Exception {
        Path same = folder.resolve("same.json.gz");
        Files.write(same, run(header()));
        Path other = folder.resolve("other.json.gz");
        String text = new String(new GZIPInputStream(Files.newInputStream(same)).readAllBytes(),
                StandardCharsets.UTF_8);
        try (GZIPOutputStream zipped = new GZIPOutputStream(Files.newOutputStream(other))) {
            zipped.write(text.replace("--controllers=*", "--controllers=*,-cloud-node-lifecycle-controller")
                    .getBytes(StandardCharsets.UTF_8));
        }

        assertThat(replay(same)).as("%s", out).isEqualTo(0);
        assertThat(replay(other)).as("%s", out).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("-   > node pool000001 +delete the Node");
    }

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int replay(Path file) throws InterruptedException {
        out.reset();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return NodeControllerApplication.commands()
                .run(List.of("replay", file.toString()), Map.of(), stream, stream)
                .orElseThrow();
    }

    private static RecordHeader header() {
        return new RecordHeader("node-controller", "nodes", "test",
                List.of("--controllers=*", "--node-monitor-period=5s", "--node-status-update-frequency=5m"),
                CloudConfigRenderer.renderChanged(VirtualNodes.cloud()), JsonNodeFactory.instance.objectNode());
    }

    @Test
    void anAnonymousRecordHasNoOriginalNameAndReplaysWithEqualPlans(@TempDir Path folder) throws Exception {
        byte[] whole = run(header());
        ByteArrayOutputStream coded = new ByteArrayOutputStream();

        AnonymousRecord.copy(() -> new ByteArrayInputStream(whole), coded, new Random(1));

        String text = new String(new GZIPInputStream(new ByteArrayInputStream(coded.toByteArray())).readAllBytes(),
                StandardCharsets.UTF_8);
        assertThat(text).doesNotContain("pool0", "/pool", "10.9.9.9", "10.0.0.99");
        Path file = Files.write(folder.resolve("anonymous.json.gz"), coded.toByteArray());
        assertThat(replay(file)).as("%s", out).isZero();
    }

    private byte[] run() {
        return run(HEADER);
    }

    private byte[] run(RecordHeader header) {
        begin();
        try (SegmentWriter<?, ?, ?> _ = OneSegment.of(cluster.recordable(), record, header)) {
            change();
        }
        return record.toByteArray();
    }

    private void begin() {
        cluster.pool(3);
        for (int i = 0; i < 3; i++)
            cluster.join("pool00000" + i);
        cluster.begin();
    }

    private void change() {
        cluster.loop.advance(Duration.ofSeconds(20));
        cluster.arm.instance("pool", 3, "10.0.0.99");
        cluster.arm.fail(POOL + "/virtualMachines", ArmException.Kind.UNAVAILABLE, null);
        cluster.join("pool000003");
        cluster.join("pool000004", node -> node.editMetadata()
                .addToAnnotations(NodeKeys.PROVIDED_IPS, "10.9.9.9")
                .endMetadata());
        cluster.loop.advance(Duration.ofSeconds(30));
        cluster.arm.heal();
        cluster.api((node, write) -> {
            throw new IllegalStateException("409 Conflict");
        });
        cluster.loop.advance(Duration.ofSeconds(30));
        cluster.api((node, write) -> Optional.empty());
        cluster.loop.advance(Duration.ofMinutes(3));
        cluster.arm.remove(POOL + "/virtualMachines/1");
        cluster.change("pool000001", node -> node.editStatus()
                .editFirstCondition()
                .withStatus("Unknown")
                .endCondition()
                .endStatus());
        cluster.loop.advance(Duration.ofMinutes(6));
        cluster.leave("pool000002");
        cluster.join("pool000002");
        cluster.loop.advance(Duration.ofMinutes(6));
    }

    private ReplayReport replay(byte[] bytes) throws IOException {
        return replay(bytes, other);
    }

    /** By another instance, with its own settings. */
    static ReplayReport replay(byte[] bytes, VirtualNodes other) throws IOException {
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(bytes))) {
            return other.begin().recordable().replay(reader, HEADER);
        }
    }
}

package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.record.OneSegment;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.RecordReader;
import io.azureccm.common.record.ReplayReport;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.record.SegmentWriter;
import io.azureccm.common.record.anonymous.AnonymousRecord;
import io.azureccm.common.reconcile.TurnListener;
import io.azureccm.route.RouteControllerApplication;
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
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The turns of a route table, recorded and made again. */
class RouteRecordTest {
    private static final RecordHeader HEADER = new RecordHeader("route-controller", "routes", "test", List.of(),
            JsonNodeFactory.instance.objectNode(), JsonNodeFactory.instance.objectNode());

    private final VirtualCluster cluster = new VirtualCluster().withTable();
    private final ByteArrayOutputStream record = new ByteArrayOutputStream();

    @Test
    void turnsWithNodesFailuresAndDriftArePlannedAgainAsTheyWere() throws IOException {
        ReplayReport report = replay(run(), new VirtualCluster());

        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).isEmpty();
        assertThat(report.turns()).isGreaterThan(30);
    }

    @Test
    void turnsCanBeMadeAgainFromTheStateBeforeEachOfThem() throws IOException {
        cluster.join(1);
        cluster.join(2);
        cluster.begin();
        Recordable<RouteEvent, KnownState, TurnPlan> recordable = cluster.recordable();
        try (SegmentWriter<RouteEvent, KnownState, TurnPlan> writer = OneSegment.of(recordable, record, HEADER)) {
            recordable.loop().record(new TurnListener<>() {
                @Override
                public void began() {}

                @Override
                public void made(Turn<RouteEvent, KnownState, TurnPlan> turn) {
                    writer.began();
                    writer.made(turn);
                }
            });
            change();
        }

        ReplayReport report = replay(record.toByteArray(), new VirtualCluster());

        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).isEmpty();
    }

    @Test
    void anotherPodRangeIsShownAsTheTurnsThatPlanOtherwise() throws IOException {
        VirtualCluster other = new VirtualCluster();
        other.podRange = "10.245.0.0/16";

        ReplayReport report = replay(run(), other);

        assertThat(report.isSame()).isFalse();
        assertThat(report.differences().getFirst().now().text())
                .isNotEqualTo(report.differences().getFirst().then().text());
    }

    @Test
    void aCutRecordIsReplayedUpToTheCut() throws IOException {
        byte[] whole = run();

        ReplayReport report = replay(Arrays.copyOf(whole, whole.length / 2), new VirtualCluster());

        assertThat(report.turns()).isPositive();
        assertThat(report.differences()).isEmpty();
        assertThat(report.notes()).singleElement().asString().contains("replayed up to " + report.last());
    }

    @Test
    void theCommandReplaysTheRecordOfThisReleaseAndShowsWhatAnotherConfigWouldHavePlanned(@TempDir Path folder)
            throws Exception {
        RouteTiming timing = RouteTiming.of(VirtualCluster.cloud().routes(), Duration.ofSeconds(10));
        Path same = folder.resolve("same.json.gz");
        Files.write(same, run(timing, header("10.244.0.0/16")));
        Path other = folder.resolve("other.json.gz");
        byte[] bytes = new GZIPInputStream(Files.newInputStream(same)).readAllBytes();
        write(other,
                new String(bytes, StandardCharsets.UTF_8).replace("--cluster-cidr=10.244", "--cluster-cidr=10.245"));
        Path later = folder.resolve("later.json.gz");
        write(later, new String(bytes, StandardCharsets.UTF_8).replace(RecordHeader.FORMAT, "azureccm-record/9"));

        assertThat(replay(same.toString())).isEqualTo(0);
        assertThat(out.toString()).endsWith("all plans are equal\n");
        assertThat(replay(other.toString())).isEqualTo(2);
        assertThat(out.toString()).contains("\n- ").contains("plan otherwise");
        assertThat(replay(later.toString())).isEqualTo(4);
        assertThat(replay(folder.resolve("none").toString())).isEqualTo(1);
    }

    @Test
    void anAnonymousRecordHasNoOriginalNameAndReplaysWithEqualPlans(@TempDir Path folder) throws Exception {
        RouteTiming timing = RouteTiming.of(VirtualCluster.cloud().routes(), Duration.ofSeconds(10));
        cluster.withNetwork("10.240.0.0/12");
        byte[] whole = run(timing, header("10.244.0.0/16"));
        ByteArrayOutputStream coded = new ByteArrayOutputStream();

        AnonymousRecord.copy(() -> new ByteArrayInputStream(whole), coded, new Random(1));

        String text = text(coded.toByteArray());
        assertThat(text(whole)).contains("uid-1", "\"n1\"", "10.244.1.0/24", "10.240.0.1", "n1____102441024");
        assertThat(text).doesNotContain("uid-", "10.244.", "10.240.", "1024410", "vnet\"", "/sub/")
                .doesNotContainPattern("\\bn[123](\\b|_)")
                .contains("NetworkUnavailable", "routeTables/x");
        Path file = Files.write(folder.resolve("anonymous.json.gz"), coded.toByteArray());
        int code = replay(file.toString());
        assertThat(out.toString()).endsWith("all plans are equal\n");
        assertThat(code).isZero();
    }

    private static String text(byte[] record) throws IOException {
        return new String(new GZIPInputStream(new ByteArrayInputStream(record)).readAllBytes(),
                StandardCharsets.UTF_8);
    }

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int replay(String file) throws InterruptedException {
        out.reset();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return RouteControllerApplication.commands()
                .run(List.of("replay", file), Map.of(), stream, stream)
                .orElseThrow();
    }

    private static void write(Path file, String text) throws IOException {
        try (GZIPOutputStream zipped = new GZIPOutputStream(Files.newOutputStream(file))) {
            zipped.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static RecordHeader header(String range) {
        return new RecordHeader("route-controller", "routes", "test",
                List.of("--cluster-cidr=" + range, "--configure-cloud-routes=true",
                        "--route-reconciliation-period=10s"),
                CloudConfigRenderer.renderChanged(VirtualCluster.cloud()), JsonNodeFactory.instance.objectNode());
    }

    private byte[] run() {
        return run(VirtualCluster.TIMING, HEADER);
    }

    private byte[] run(RouteTiming timing, RecordHeader header) {
        cluster.join(1);
        cluster.join(2);
        cluster.begin(timing, false);
        try (SegmentWriter<?, ?, ?> _ = OneSegment.of(cluster.recordable(), record, header)) {
            change();
        }
        return record.toByteArray();
    }

    private void change() {
        cluster.loop.advance(Duration.ofSeconds(20));
        cluster.arm.fails("PUT", cluster.table, FakeArm.failure(ArmException.Kind.FORBIDDEN, "No"));
        cluster.join(3);
        cluster.loop.advance(Duration.ofMinutes(1));
        cluster.withTable();
        cluster.loop.advance(Duration.ofMinutes(5));
        cluster.leave(2);
        cluster.loop.advance(Duration.ofMinutes(5));
    }

    private static ReplayReport replay(byte[] bytes, VirtualCluster other) throws IOException {
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(bytes))) {
            return other.begin().recordable().replay(reader, HEADER);
        }
    }
}

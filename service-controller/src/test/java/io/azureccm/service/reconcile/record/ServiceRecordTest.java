package io.azureccm.service.reconcile.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.removal.ApprovalsInMemory;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.reconcile.TurnListener;
import io.azureccm.common.record.OneSegment;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.RecordReader;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.record.ReplayReport;
import io.azureccm.common.record.ReplayText;
import io.azureccm.common.record.SegmentWriter;
import io.azureccm.service.ServiceControllerApplication;
import io.azureccm.service.plan.Services;
import io.azureccm.service.reconcile.VirtualCluster;
import io.azureccm.service.reconcile.WorldArm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The turns of load balancers, recorded and made again: a turn is made of its events, the known state and the time alone, so that an
 * instance whose watches and cache of responses are empty decides the same.
 */
class ServiceRecordTest {
    private static final ArmId BALANCERS = VirtualCluster.BALANCER.siblings();

    private final VirtualCluster cluster = new VirtualCluster();
    private final ByteArrayOutputStream record = new ByteArrayOutputStream();

    /** What happens while turns are recorded. */
    enum Run {
        SERVICES_COME_CHANGE_AND_GO {
            @Override
            void in(VirtualCluster cluster) {
                cluster.loop.advance(Duration.ofMinutes(1));
                cluster.make("api", 443);
                cluster.loop.advance(Duration.ofMinutes(1));
                cluster.replace(Services.named("api").port("TCP", 8443));
                cluster.join(2);
                cluster.loop.advance(Duration.ofMinutes(1));
                cluster.delete("web");
                cluster.loop.advance(Duration.ofMinutes(25));
                assertThat(cluster.written).contains("web let go");
                cluster.delete("api");
                cluster.loop.advance(Duration.ofMinutes(10));
                cluster.make("again", 443);
                cluster.loop.advance(Duration.ofMinutes(1));
                assertThat(cluster.written).anyMatch(line -> line.startsWith("again ["));
            }
        },
        READS_AND_WRITES_FAIL {
            @Override
            void in(VirtualCluster cluster) {
                cluster.arm.fails("LIST", BALANCERS,
                        FakeArm.failure(ArmException.Kind.CONFLICT, "AnotherOperationInProgress"), 3);
                cluster.loop.advance(Duration.ofMinutes(1));
                cluster.arm.fails("PUT", VirtualCluster.BALANCER,
                        FakeArm.failure(ArmException.Kind.CONFLICT, "PreconditionFailed").withOutdatedEtag(), 3);
                cluster.make("api", 443);
                cluster.loop.advance(Duration.ofMinutes(5));
                assertThat(cluster.written).anyMatch(line -> line.startsWith("api ["));
            }
        },
        AZURE_REFUSES_ONE_OF_SEVERAL {
            @Override
            void in(VirtualCluster cluster) {
                cluster.loop.advance(Duration.ofMinutes(1));
                cluster.arm.refuses(WorldArm.Refusal.of(ArmTypes.LOAD_BALANCER,
                        body -> body.toString().contains("8443"), 400, "SomethingNew", "No."));
                cluster.make("api", 8443);
                for (int i = 0; i < 5; i++)
                    cluster.make("shop" + i, 443 + i);
                cluster.loop.advance(Duration.ofMinutes(15));
                assertThat(cluster.written).anyMatch(line -> line.startsWith("shop4 ["));
            }
        },
        A_SERVICE_BECOMES_INTERNAL {
            @Override
            void in(VirtualCluster cluster) {
                cluster.make("other", 81);
                cluster.loop.advance(Duration.ofMinutes(1));
                cluster.replace(
                        Services.named("web").port("TCP", 80).annotation("azure-load-balancer-internal", "true"));
                cluster.loop.advance(Duration.ofMinutes(1));
            }
        },
        SERVICES_SHARE_AN_ADDRESS {
            @Override
            void in(VirtualCluster cluster) {
                cluster.loop.advance(Duration.ofMinutes(1));
                String ip = cluster.written.stream()
                        .filter(line -> line.startsWith("web ["))
                        .findFirst()
                        .map(line -> line.substring(5, line.length() - 1))
                        .orElseThrow();
                cluster.make(shared("one", ip, 81));
                cluster.make(shared("two", ip, 82));
                cluster.loop.advance(Duration.ofMinutes(1));
                assertThat(cluster.written).contains("two [" + ip + "]");
                cluster.delete("web");
                cluster.loop.advance(Duration.ofMinutes(5));
                cluster.make(shared("clash", ip, 82));
                cluster.loop.advance(Duration.ofMinutes(5));
            }

            private Services shared(String name, String ip, int port) {
                return Services.named(name).port("TCP", port).annotation("azure-load-balancer-ipv4", ip);
            }
        };

        abstract void in(VirtualCluster cluster);
    }

    @BeforeEach
    void twoNodesAndAService() {
        cluster.join(0);
        cluster.join(1);
        cluster.make("web", 80);
    }

    @ParameterizedTest
    @EnumSource
    void turnsArePlannedAgainAsTheyWere(Run run) throws IOException {
        ReplayReport report = replay(record(run, header("kubernetes")), new VirtualCluster());

        assertSame(report);
    }

    @ParameterizedTest
    @EnumSource
    void turnsCanBeMadeAgainFromTheStateBeforeEachOfThem(Run run) throws IOException {
        recordEach(cluster.begin().recordable(), run);

        ReplayReport report = replay(record.toByteArray(), new VirtualCluster());

        assertSame(report);
    }

    private <E, S, P> void recordEach(Recordable<E, S, P> recordable, Run run) {
        try (SegmentWriter<E, S, P> writer = OneSegment.of(recordable, record, header("kubernetes"))) {
            recordable.loop().record(new TurnListener<>() {
                @Override
                public void began() {}

                @Override
                public void made(Turn<E, S, P> turn) {
                    writer.began();
                    writer.made(turn);
                }
            });
            run.in(cluster);
        }
    }

    @Test
    void questionsForBackendsAreAskedAgainAsTheyWere() throws IOException {
        VirtualCluster asking = asking(60);
        asking.backendsAre("{\"up\": 0, \"down\": 2}");
        asking.join(0);
        asking.make("web", 80);
        asking.begin();
        try (SegmentWriter<?, ?, ?> _ = OneSegment.of(asking.recordable(), record, header("kubernetes"))) {
            asking.loop.advance(Duration.ofMinutes(10));
        }
        assertThat(asking.calls("POST")).isPositive();
        assertThat(asking.message("web")).isNotEmpty();

        assertSame(replay(record.toByteArray(), asking(60)));
        assertThat(replay(record.toByteArray(), asking(0)).isSame()).isFalse();
    }

    private static VirtualCluster asking(int perHour) {
        VirtualCluster cluster = VirtualCluster.withAddressPools();
        cluster.asksForHealth(perHour);
        return cluster;
    }

    private static void assertSame(ReplayReport report) {
        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).isEmpty();
        assertThat(report.turns()).isGreaterThan(10);
    }

    @Test
    void aLimitOfRemovalsIsShownAsTheTurnsThatPlanOtherwise() throws IOException {
        VirtualCluster strict = new VirtualCluster();
        strict.removals = new RemovalPolicy(new RemovalLimits(
                Map.of(Removal.Kind.FRONTEND, RemovalLimits.Limit.parse("0").orElseThrow())), new ApprovalsInMemory());

        ReplayReport report = replay(record(Run.A_SERVICE_BECOMES_INTERNAL, header("kubernetes")), strict);

        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).anySatisfy(each -> {
            assertThat(each.then().text()).doesNotContain("held");
            assertThat(each.now().text()).contains("held");
        });
    }

    @Test
    void theBodyOfAWriteThatIsNotTheSameIsShownFieldByField() throws IOException {
        byte[] whole = record(Run.SERVICES_COME_CHANGE_AND_GO, header("kubernetes"));
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        try (RecordReader lines = new RecordReader(new ByteArrayInputStream(whole));
                GZIPOutputStream out = new GZIPOutputStream(changed)) {
            for (Optional<JsonNode> line = lines.next(); line.isPresent(); line = lines.next()) {
                JsonNode body = line.get().path("plan").path("bodies").path("PUT " + VirtualCluster.BALANCER);
                if (body.path("properties").path("probes").get(0) instanceof ObjectNode probe)
                    probe.set("properties",
                            ((ObjectNode) probe.path("properties").deepCopy()).put("numberOfProbes", 7));
                out.write((line.get() + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }

        ReplayReport report = replay(changed.toByteArray(), new VirtualCluster());

        assertThat(report.isSame()).isFalse();
        assertThat(ReplayText.of(report)).contains("  body of PUT " + VirtualCluster.BALANCER
                + ": properties.probes[0].properties.numberOfProbes: 7 -> (none)\n");
    }

    @Test
    void theCommandReplaysTheRecordOfThisReleaseAndShowsWhatAnotherClusterNameWouldHavePlanned(@TempDir Path folder)
            throws Exception {
        Path same = folder.resolve("same.json.gz");
        Files.write(same, record(Run.AZURE_REFUSES_ONE_OF_SEVERAL, header("kubernetes")));
        Path other = folder.resolve("other.json.gz");
        record.reset();
        try (SegmentWriter<?, ?, ?> _ = OneSegment.of(cluster.recordable(), record, header("another"))) {
            cluster.make("later", 8080);
            cluster.loop.advance(Duration.ofMinutes(1));
        }
        Files.write(other, record.toByteArray());

        assertThat(replay(same.toString())).as(out::toString).isEqualTo(0);
        assertThat(out.toString()).endsWith("all plans are equal\n");
        assertThat(replay(other.toString())).as(out::toString).isEqualTo(2);
    }

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int replay(String file) throws InterruptedException {
        out.reset();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return ServiceControllerApplication.commands()
                .run(List.of("replay", file), Map.of(), stream, stream)
                .orElseThrow();
    }

    private static RecordHeader header(String clusterName) {
        return new RecordHeader("service-controller", "services", "test", List.of("--cluster-name=" + clusterName),
                CloudConfigRenderer.renderChanged(new VirtualCluster().world.cloud()),
                JsonNodeFactory.instance.objectNode());
    }

    private byte[] record(Run run, RecordHeader header) {
        cluster.begin();
        try (SegmentWriter<?, ?, ?> _ = OneSegment.of(cluster.recordable(), record, header)) {
            run.in(cluster);
        }
        return record.toByteArray();
    }

    private static ReplayReport replay(byte[] bytes, VirtualCluster other) throws IOException {
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(bytes))) {
            return other.begin().recordable().replay(reader, header("kubernetes"));
        }
    }
}

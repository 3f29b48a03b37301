package io.azureccm.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.record.OneSegment;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.RecordReader;
import io.azureccm.common.record.ReplayReport;
import io.azureccm.common.record.SegmentWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The turns of pod CIDRs, recorded and made again. */
class PodCidrRecordTest extends VirtualPodCidrs {
    private static final RecordHeader HEADER = new RecordHeader("node-controller", "pod-cidrs", "test", List.of(),
            JsonNodeFactory.instance.objectNode(), JsonNodeFactory.instance.objectNode());
    private static final String RANGE = "10.244.0.0/23";

    private final VirtualPodCidrs other = new VirtualPodCidrs() {
    };

    @Test
    void turnsWithShortagesFailuresAndDeparturesArePlannedAgainAsTheyWere() throws IOException {
        ReplayReport report = replay(run(), RANGE);

        assertThat(report.notes()).isEmpty();
        assertThat(report.differences()).isEmpty();
        assertThat(report.turns()).isGreaterThan(30);
        assertThat(other.arm.asked).as("a replay reads nothing").isEmpty();
        other.close();
    }

    @Test
    void anotherRangeIsShownAsTheTurnsThatPlanOtherwise() throws IOException {
        ReplayReport report = replay(run(), "10.99.0.0/23");

        assertThat(report.differences()).anySatisfy(each -> {
            assertThat(each.then().text()).contains("podCIDRs [10.244.0.0/25]");
            assertThat(each.now().text()).contains("podCIDRs [10.99.0.0/25]");
        });
        other.close();
    }

    private byte[] run() {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        tag("pool", "25");
        tag("whole", "23");
        join("a", "pool");
        begin(RANGE);
        try (SegmentWriter<?, ?, ?> _ = OneSegment.of(recordable(), record, HEADER)) {
            loop.advance(Duration.ofSeconds(3));
            arm.fail(SETS, ArmException.Kind.UNAVAILABLE, null);
            loop.advance(Duration.ofMinutes(2));
            join("b", "pool");
            join("c", "whole");
            loop.advance(Duration.ofMinutes(1));
            arm.heal();
            api = (node, cidrs) -> {
                throw new IllegalStateException("connection reset");
            };
            loop.advance(Duration.ofMinutes(1));
            api = this::written;
            loop.advance(Duration.ofMinutes(3));
            leave("a");
            leave("b");
            loop.advance(Duration.ofMinutes(6));
        }
        assertThat(shown()).as("once the ranges of others have rested").containsEntry("c", "10.244.0.0/23");
        return record.toByteArray();
    }

    private ReplayReport replay(byte[] bytes, String range) throws IOException {
        other.begin(range);
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(bytes))) {
            return other.recordable().replay(reader, HEADER);
        }
    }
}

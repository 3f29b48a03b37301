package io.azureccm.node.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.answer.UnreadableResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A list in which one machine cannot be read, in virtual time. */
class BrokenMachineTest {
    private final VirtualNodes cluster = new VirtualNodes();
    private boolean isBroken = true;

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void machineThatCanBeReadAgainIsInitialisedAndOthersDoNotWaitForIt() {
        cluster.pool(2);
        cluster.join("pool000000");
        cluster.join("pool000001");
        cluster.begin(new OneBroken(cluster.arm), false).loop.advance(Duration.ofMinutes(3));
        assertThat(cluster.isInitialised("pool000001")).isTrue();
        assertThat(cluster.isInitialised("pool000000")).isFalse();
        assertThat(cluster.isThere("pool000000")).isTrue();
        assertThat(cluster.instanceLists()).as("reads while it is broken").isBetween(2L, 12L);

        isBroken = false;
        cluster.loop.advance(Duration.ofMinutes(2));

        assertThat(cluster.isInitialised("pool000000")).isTrue();
    }

    /** The list of instances in which the first one has no properties. */
    private final class OneBroken implements ArmGateway {
        private final ArmGateway arm;

        OneBroken(ArmGateway arm) {
            this.arm = arm;
        }

        @Override
        public ArmList list(ArmId collection, Map<String, String> query) {
            ArmList all = arm.list(collection, query);
            if (!isBroken || !collection.type().endsWith("virtualMachines"))
                return all;
            List<ObjectNode> rest = all.stream().filter(each -> !id(each).name().equals("0")).toList();
            return new ArmList(rest, all.stream()
                    .map(OneBroken::id)
                    .filter(id -> id.name().equals("0"))
                    .map(id -> new UnreadableResource(id, true, "properties is missing"))
                    .toList());
        }

        private static ArmId id(ObjectNode resource) {
            return ArmId.parse(resource.path("id").asText());
        }

        @Override
        public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
            return arm.get(id, query);
        }

        @Override
        public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
            throw new AssertionError("nothing is written");
        }

        @Override
        public boolean delete(ArmId id, String ifMatch) {
            throw new AssertionError("nothing is deleted");
        }

        @Override
        public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
            throw new AssertionError("nothing is posted");
        }
    }
}

package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.ReadOnlyGateway;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.snapshot.Read;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers Azure reads from a snapshot. A read that the snapshot lacks fails; this does not mean that the resource does not
 * exist.
 */
record SnapshotGateway(Map<Read.Key, List<ObjectNode>> answers) implements ReadOnlyGateway {
    SnapshotGateway {
        answers = Map.copyOf(answers);
    }

    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        return answer(Read.of(Read.Kind.GET, id, query).key()).stream().findFirst().map(ObjectNode::deepCopy);
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        return ArmList.of(
                answer(Read.of(Read.Kind.LIST, collection, query).key()).stream().map(ObjectNode::deepCopy).toList());
    }

    private List<ObjectNode> answer(Read.Key read) {
        return Optional.ofNullable(answers.get(read))
                .orElseThrow(() -> new ArmException(ArmException.Kind.UNAVAILABLE, 0, "NotInSnapshot",
                        "is not in the snapshot", "", null, null));
    }
}

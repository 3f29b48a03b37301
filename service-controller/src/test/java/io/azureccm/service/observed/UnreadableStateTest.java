package io.azureccm.service.observed;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnreadableStateTest {
    /** A record is replayed in another process, where the order of a hash table is another one. */
    @Test
    void ofSeveralResourcesThatCannotBeReadTheFirstByIdIsNamed() {
        ArmId collection = ArmId.collection("s", "rg", ArmTypes.PUBLIC_IP);
        UnreadableState state = new UnreadableState(IntStream.range(10, 22)
                .mapToObj(position -> UnreadableResource.at(collection, position, "is null"))
                .collect(Collectors.toMap(UnreadableResource::id, each -> each)), Map.of(), Set.of());

        assertThat(state.in(collection).orElseThrow()).startsWith("element 10 of the list");
    }
}

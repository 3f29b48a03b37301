package io.azureccm.service.reconcile.known.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.drift.DriftRepeats;
import io.azureccm.service.reconcile.known.event.ReportedDrift.DriftOf;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What was reported is forgotten with the Services that it was reported to. */
class ReportedTest {
    private static final ArmId BALANCER = ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");

    @Test
    void nothingIsRememberedOfServicesThatAreGone() {
        DriftOf stays = new DriftOf("u", BALANCER);
        DriftRepeats repeats = DriftRepeats.NONE.corrected("u rule a");
        Reported reported = Reported.NONE
                .with(new ReportedDrift(Map.of(stays, "rule a", new DriftOf("v", BALANCER), "rule b"), repeats))
                .events(events -> events.failed("u", Instant.EPOCH).failed("v", Instant.EPOCH));

        Reported after = reported.retain(Set.of("u"));

        assertThat(after.events().failing()).containsExactly("u");
        assertThat(after.drift()).isEqualTo(new ReportedDrift(Map.of(stays, "rule a"), repeats));
    }
}

package io.azureccm.common.kube.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.condition.WantedCondition.Status;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConditionChangeTest {
    private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = THEN.plusSeconds(90);
    private static final Condition FOREIGN = new ConditionBuilder().withType("LoadBalancerPortsError")
            .withStatus("False")
            .withReason("X")
            .build();

    @Test
    void timeOfTransitionStaysWhenOnlyReasonOrMessageChange() {
        List<Condition> shown = shown(wanted(Status.FALSE, "Locked", "a lock"));

        ConditionChange other = ConditionChange.toShow(shown, List.of(wanted(Status.FALSE, "Forbidden", "a right")), 3L,
                NOW);
        ConditionChange mended = ConditionChange.toShow(shown, List.of(wanted(Status.TRUE, "Programmed", "")), 3L, NOW);

        assertThat(other.set()).singleElement().satisfies(condition -> {
            assertThat(condition.getReason()).isEqualTo("Forbidden");
            assertThat(condition.getLastTransitionTime()).isEqualTo(THEN.toString());
        });
        assertThat(mended.set().getFirst().getLastTransitionTime()).isEqualTo(NOW.toString());
    }

    @Test
    void nothingIsWrittenWhenEverythingIsSaidAlready() {
        WantedCondition wanted = wanted(Status.FALSE, "Locked", "a lock");
        assertThat(ConditionChange.toShow(shown(wanted), List.of(wanted), 3L, NOW).isEmpty()).isTrue();
        assertThat(ConditionChange.toRemove(shown(wanted), Set.of("y/Other")).isEmpty()).isTrue();
    }

    @Test
    void anotherGenerationOfTheObjectIsNews() {
        WantedCondition wanted = wanted(Status.FALSE, "Locked", "a lock");
        assertThat(ConditionChange.toShow(shown(wanted), List.of(wanted), 4L, NOW).set()).singleElement()
                .satisfies(condition -> assertThat(condition.getObservedGeneration()).isEqualTo(4L));
    }

    @Test
    void conditionsOfOthersStay() {
        List<Condition> shown = shown(wanted(Status.FALSE, "Locked", "a lock"));
        ConditionChange change = ConditionChange.toShow(shown, List.of(wanted(Status.TRUE, "Programmed", "")), 3L, NOW);

        assertThat(change.over(shown)).extracting(Condition::getReason).containsExactly("X", "Programmed");
        assertThat(ConditionChange.toRemove(shown, Set.of("x/Ready")).over(shown)).containsExactly(FOREIGN);
    }

    private static List<Condition> shown(WantedCondition wanted) {
        return ConditionChange.toShow(List.of(), List.of(wanted), 3L, THEN).over(List.of(FOREIGN));
    }

    private static WantedCondition wanted(Status status, String reason, String message) {
        return new WantedCondition("x/Ready", status, reason, message);
    }
}

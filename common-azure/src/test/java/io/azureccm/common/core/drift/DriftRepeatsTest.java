package io.azureccm.common.core.drift;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When it is said that another program writes the same. */
class DriftRepeatsTest {
    private final DriftRepeats repeats = new DriftRepeats();

    @Test
    void anotherProgramIsNamedFromTheThirdTimeOnThatTheSameIsPutRight() {
        assertThat(repeats.recordCorrection("rule a")).isEmpty();
        assertThat(repeats.recordCorrection("rule a")).isEmpty();
        assertThat(repeats.recordCorrection("rule b")).isEmpty();
        assertThat(repeats.recordCorrection("rule a")).contains("3 times", "another program seems to write it");
        assertThat(repeats.recordCorrection("rule a")).contains("4 times");
        assertThat(repeats.recordCorrection("rule b")).isEmpty();
    }

    @Test
    void instanceThatBeginsToLeadCountsAnew() {
        repeats.recordCorrection("rule a");
        repeats.recordCorrection("rule a");
        repeats.begin();
        assertThat(repeats.recordCorrection("rule a")).isEmpty();
    }
}

package io.azureccm.common.core.drift;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When it is said that another program writes the same. */
class DriftRepeatsTest {
    private DriftRepeats repeats = DriftRepeats.NONE;

    @Test
    void anotherProgramIsNamedFromTheThirdTimeOnThatTheSameIsPutRight() {
        assertThat(correct("rule a")).isEmpty();
        assertThat(correct("rule a")).isEmpty();
        assertThat(correct("rule b")).isEmpty();
        assertThat(correct("rule a")).contains("3 times", "another program seems to write it");
        assertThat(correct("rule a")).contains("4 times");
        assertThat(correct("rule b")).isEmpty();
    }

    @Test
    void instanceThatBeginsToLeadCountsAnew() {
        correct("rule a");
        correct("rule a");
        repeats = DriftRepeats.NONE;
        assertThat(correct("rule a")).isEmpty();
    }

    @Test
    void onlyTheThousandThatWereCorrectedLastAreRemembered() {
        correct("rule a");
        correct("rule b");
        correct("rule a");
        for (int i = 0; i < 999; i++)
            correct("other " + i);
        assertThat(repeats.times()).hasSize(1000).containsEntry("rule a", 2).doesNotContainKey("rule b");
    }

    private String correct(String what) {
        repeats = repeats.corrected(what);
        return repeats.remark(what);
    }
}

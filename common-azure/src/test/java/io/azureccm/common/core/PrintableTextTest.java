package io.azureccm.common.core;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"plain text é 漢 😀|plain text é 漢 😀", "''|''"})
    void whatCanBeShownStaysAsItIs(String text, String expected) {
        assertThat(PrintableText.of(text, 100)).isEqualTo(expected);
    }

    @Test
    void controlCharactersAndThoseThatTurnTextAroundAreNamed() {
        assertThat(PrintableText.of("a\nb\r\tc\u001b[31md\u202ee\u2028f\u0000", 100))
                .isEqualTo("a\\nb\\r\\tc\\u001b[31md\\u202ee\\u2028f\\u0000");
    }

    @Test
    void longTextLosesItsMiddle() {
        assertThat(PrintableText.of("start " + "x".repeat(100_000) + " end", 20)).isEqualTo("start xxxxx...xx end");
    }

    @Property(tries = 500)
    void anyTextBecomesOneShortLine(@ForAll @StringLength(max = 300) String text,
            @ForAll @IntRange(min = 10, max = 100) int most) {
        String shown = PrintableText.of(text, most);
        assertThat(shown.length()).isLessThanOrEqualTo(most);
        assertThat(shown.codePoints()).noneMatch(Character::isISOControl);
        assertThat(shown.lines().count()).isLessThanOrEqualTo(1);
    }
}

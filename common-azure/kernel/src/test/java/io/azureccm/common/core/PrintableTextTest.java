package io.azureccm.common.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.common.core.explain.ExplanationText;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.core.text.PlanText;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTextTest {
    /** Controls, those that reverse the direction of text, separators, and what has no width. */
    private static final String UNSEEN = "\0\t\n\r\33\u007f\u0085\u009b\u061c\u200b\u200d\u200e\u2028\u2029"
            + "\u202a\u202e\u2060\u2066\u2069\ufeff";

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

    @Provide
    Arbitrary<String> mixedText() {
        return Arbitraries.oneOf(Arbitraries.strings().all().ofMaxLength(20),
                Arbitraries.strings().withChars(UNSEEN + "a<&'\" é").ofMaxLength(20));
    }

    @Property(tries = 500)
    void noTextForgesALineOrTurnsItsSurroundingsAround(@ForAll("mixedText") String text) {
        Refusal refusal = new Refusal("Code", "shop/" + text, text);
        Plan plan = new Plan(text, List.of(), List.of(refusal), Plan.Basis.NONE);
        Explanation explanation = new Explanation("Service", text, Explanation.State.REFUSED, text,
                List.of(new Section(text, List.of(new Line(text, text, text)))));
        assertThat(List.of(PrintableText.visible(text), PlanText.of("services").render(plan),
                ExplanationText.of(explanation), ExplanationText.of(List.of(explanation)), HtmlPage.escaped(text),
                PrintableText.of(text, PrintableText.VALUE))).allSatisfy(
                        shown -> assertThat(shown.codePoints().filter(point -> point != '\n' && point != '\t'))
                                .allMatch(PrintableTextTest::isSeen));
        assertThat(PlanText.of("services").render(plan).lines()).hasSize(3);
        assertThat(ExplanationText.of(explanation).lines()).hasSizeLessThanOrEqualTo(3);
    }

    private static boolean isSeen(int point) {
        return !List.of((int) Character.CONTROL, (int) Character.FORMAT, (int) Character.SURROGATE,
                (int) Character.LINE_SEPARATOR, (int) Character.PARAGRAPH_SEPARATOR).contains(Character.getType(point));
    }

    @Property(tries = 500)
    void anyTextBecomesOneShortLine(@ForAll @StringLength(max = 300) String text,
            @ForAll @IntRange(min = 10, max = 100) int max) {
        String shown = PrintableText.of(text, max);
        assertThat(shown.length()).isLessThanOrEqualTo(max);
        assertThat(shown.codePoints()).noneMatch(Character::isISOControl);
        assertThat(shown.lines().count()).isLessThanOrEqualTo(1);
    }
}

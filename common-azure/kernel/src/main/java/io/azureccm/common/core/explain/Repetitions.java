package io.azureccm.common.core.explain;

import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import java.util.ArrayList;
import java.util.List;

/** Replaces a long text of an explanation, such as an error of Azure, by its beginning wherever it was shown before. */
final class Repetitions {
    /** Shorter texts are repeated. */
    private static final int LONG = 120;
    private static final int BEGINNING = 40;

    private final List<String> shown = new ArrayList<>();

    private Repetitions() {}

    static Explanation without(Explanation explanation) {
        Repetitions repetitions = new Repetitions();
        repetitions.once(explanation.message());
        List<Section> sections = explanation.sections()
                .stream()
                .map(section -> new Section(section.title(), section.lines()
                        .stream()
                        .map(line -> new Line(line.what(), repetitions.once(line.value()),
                                repetitions.once(line.note()), line.resource()))
                        .toList()))
                .toList();
        return new Explanation(explanation.kind(), explanation.name(), explanation.state(), explanation.message(),
                explanation.warnings(), sections, explanation.since());
    }

    private String once(String text) {
        String rest = text;
        for (String before : shown)
            rest = without(rest, before);
        if (text.length() >= LONG)
            shown.add(text);
        return rest;
    }

    /** Without what is left of a word, such as an id that begins like the one before. */
    private static String rest(String end) {
        return end.contains(" ") ? end : "";
    }

    /** The longest part of the text that is also in the earlier one, if it is long, becomes its beginning. */
    private static String without(String text, String before) {
        if (text.length() < LONG)
            return text;
        int[] lengths = new int[before.length() + 1];
        int longest = 0;
        int end = 0;
        for (int i = 1; i <= text.length(); i++) {
            for (int j = before.length(); j > 0; j--) {
                lengths[j] = text.charAt(i - 1) == before.charAt(j - 1) ? lengths[j - 1] + 1 : 0;
                if (lengths[j] > longest) {
                    longest = lengths[j];
                    end = i;
                }
            }
        }
        if (longest < LONG)
            return text;
        int from = end - longest;
        int word = text.indexOf(' ', from + BEGINNING);
        String beginning = text.substring(from, word < 0 || word > end ? from + BEGINNING : word);
        return text.substring(0, from) + beginning.strip() + " ... (as above)" + rest(text.substring(end));
    }
}

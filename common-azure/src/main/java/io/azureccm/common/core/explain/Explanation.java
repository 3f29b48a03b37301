package io.azureccm.common.core.explain;

import io.azureccm.common.core.PrintableText;
import java.util.ArrayList;
import java.util.List;

/**
 * Why one object of the cluster is as it is: its {@code kind} and name, how it stands, in one word and one sentence, and what that
 * comes from, section by section. Made on what the last turn of the loop knew; nothing is read for it.
 */
public record Explanation(String kind, String name, State state, String message, List<Section> sections) {
    /** How an object stands. */
    public enum State {
        /** What it asks for is in Azure. */
        PROGRAMMED,
        /** Something is under way or waited for. */
        PENDING,
        /** Its user has to change something. */
        REFUSED,
        /** An attempt failed; another one follows. */
        FAILED,
        /** What it had in Azure is being taken away. */
        LEAVING,
        /** This controller has nothing to do for it. */
        IGNORED
    }

    /** Lines about one question, such as what is asked for. */
    public record Section(String title, List<Line> lines) {
        public Section {
            lines = List.copyOf(lines);
        }
    }

    /** One answer: what it is about, the value, and where that comes from or why it is so; the last two may be "". */
    public record Line(String what, String value, String note) {
        public Line {
            value = PrintableText.of(value, PrintableText.MESSAGE);
            note = PrintableText.of(note, PrintableText.MESSAGE);
        }
    }

    public Explanation {
        message = PrintableText.of(message, PrintableText.MESSAGE);
        sections = sections.stream().filter(section -> !section.lines().isEmpty()).toList();
    }

    /** Only how it stands. */
    public Explanation withoutSections() {
        return new Explanation(kind, name, state, message, List.of());
    }

    /** With one more section, which is left out when it is empty. */
    public Explanation with(Section section) {
        List<Section> more = new ArrayList<>(sections);
        more.add(section);
        return new Explanation(kind, name, state, message, more);
    }
}

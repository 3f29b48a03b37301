package io.azureccm.common.core.explain;

import io.azureccm.common.core.PrintableText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Why one object of the cluster is in its state: its {@code kind} and name, its state in one word and one sentence, and where
 * that comes from, in sections. {@code warnings}: what blocks nothing and may not be meant, each by its reason and message; {@code since}:
 * when it was last seen to become or stop being programmed, in ISO 8601, "" if unknown. Based on what the last turn of the loop knew; nothing
 * is read for it.
 */
public record Explanation(String kind, String name, State state, String message, List<Line> warnings,
        List<Section> sections, String since) {
    /** The state of an object. */
    public enum State {
        /** What it asks for is in Azure. */
        PROGRAMMED,
        /** An operation is in progress or awaited. */
        PENDING,
        /** Its user has to change something. */
        REFUSED,
        /** An attempt failed; another one follows. */
        FAILED,
        /** Its resources in Azure are being removed. */
        LEAVING,
        /** This controller has nothing to do for it. */
        IGNORED
    }

    /** Lines about one question, such as what is requested. */
    public record Section(String title, List<Line> lines) {
        /** The title of the one that lists the parts of an object that exist. */
        public static final String IN_AZURE = "in Azure";

        public Section {
            title = PrintableText.of(title, PrintableText.VALUE);
            lines = List.copyOf(lines);
        }
    }

    /** One answer: its topic, the value, its source or reason, and the id of the resource in Azure that it is about; the last three may be "". */
    public record Line(String what, String value, String note, String resource) {
        /** One that is not about a resource. */
        public Line(String what, String value, String note) {
            this(what, value, note, "");
        }

        public Line {
            what = PrintableText.of(what, PrintableText.MESSAGE);
            value = PrintableText.of(value, PrintableText.MESSAGE);
            note = PrintableText.of(note, PrintableText.MESSAGE);
            resource = PrintableText.of(resource, PrintableText.MESSAGE);
        }
    }

    public Explanation {
        name = PrintableText.of(name, PrintableText.MESSAGE);
        message = PrintableText.of(message, PrintableText.MESSAGE);
        warnings = List.copyOf(warnings);
        sections = sections.stream().filter(section -> !section.lines().isEmpty()).toList();
    }

    /** Without a time. */
    public Explanation(String kind, String name, State state, String message, List<Line> warnings,
            List<Section> sections) {
        this(kind, name, state, message, warnings, sections, "");
    }

    /** Without warnings and without a time. */
    public Explanation(String kind, String name, State state, String message, List<Section> sections) {
        this(kind, name, state, message, List.of(), sections);
    }

    /** A copy with this time. */
    public Explanation at(String time) {
        return new Explanation(kind, name, state, message, warnings, sections, time);
    }

    /** A note for something that lasts until then. */
    public static String until(Instant moment) {
        return "until " + moment.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Only the state and the warnings. */
    public Explanation withoutSections() {
        return new Explanation(kind, name, state, message, warnings, List.of(), since);
    }

    /** The message, and what is warned of, for a list. */
    public String summary() {
        String warned = warnings.stream()
                .map(each -> "warning " + each.what() + ": " + each.value())
                .collect(Collectors.joining("; "));
        return message + (message.isEmpty() || warned.isEmpty() ? "" : "; ") + warned;
    }

    /** A copy in which a long text is in full only once; later it is its beginning. */
    public Explanation withoutRepetitions() {
        return Repetitions.without(this);
    }

    /** With one more section, which is omitted if it is empty. */
    public Explanation with(Section section) {
        List<Section> more = new ArrayList<>(sections);
        more.add(section);
        return new Explanation(kind, name, state, message, warnings, more, since);
    }
}

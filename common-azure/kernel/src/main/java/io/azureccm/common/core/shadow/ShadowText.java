package io.azureccm.common.core.shadow;

import static io.azureccm.common.core.PrintableText.counted;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.shadow.ShadowReport.Counts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** A report as text for users; the first line is the summary. */
public final class ShadowText {
    private ShadowText() {}

    public static String of(ShadowReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(summary(report));
        lines.add("  since " + at(report.since()) + ", without a gap "
                + report.unbroken().map(from -> "since " + at(from)).orElse("at no time, there is a gap now")
                + ", until "
                + at(report.at()));
        report.unexplained().forEach(each -> lines.add("  differs    " + line(each.difference(), each.since())));
        report.explained()
                .forEach(each -> lines.add("  explained  " + line(each.difference(), each.since()) + "  see "
                        + String.join(", ", each.anchors())));
        report.pending().forEach(each -> lines.add("  not at rest  " + line(each)));
        report.ended()
                .forEach(each -> lines
                        .add("  differed   " + line(each.difference(), each.since()) + " until " + at(each.until())));
        report.gaps().forEach(each -> lines.add("  gap        " + gap(each)));
        return String.join("\n", lines) + "\n";
    }

    /** {@code PASS: 212 Services, 212 compared, 4240 comparisons; 0 differences unexplained, 1 explained, 0 not at rest; 0 gaps}. */
    public static String summary(ShadowReport report) {
        Counts counts = report.counts();
        return report.verdict() + ": " + counted(counts.known(), counts.noun()) + ", " + counts.compared()
                + " compared, " + counted(counts.comparisons(), "comparison") + "; "
                + counted(report.unexplained().size(), "difference") + " unexplained, " + report.explained().size()
                + " explained, " + report.pending().size() + " not at rest; " + counted(report.gaps().size(), "gap")
                + (report.verdict() == Verdict.UNDECIDED ? "; " + printable(report.why()) : "");
    }

    /** To the second. */
    static Instant at(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS);
    }

    static String line(Difference difference, Instant since) {
        return line(difference) + " since " + at(since);
    }

    static String line(Difference difference) {
        return printable(whom(difference) + ": " + difference.text());
    }

    private static String whom(Difference difference) {
        return difference.subjects().isEmpty() ? "cluster" : PrintableText.some(difference.subjects(), 3);
    }

    static String gap(ShadowReport.Gap gap) {
        return at(gap.from()) + " - " + gap.until().map(ShadowText::at).map(Instant::toString).orElse("now") + ": "
                + printable(gap.why());
    }

    static String printable(String text) {
        return PrintableText.of(text, PrintableText.MESSAGE);
    }
}

package io.azureccm.common.core.preview;

import static io.azureccm.common.core.PrintableText.counted;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.text.PlanText;
import java.util.ArrayList;
import java.util.List;

/** A preview as text for users: the complete plan as a controller prints it, without an age, and a summary as the last line. */
public final class PreviewText {
    private static final int WHOLE = Integer.MAX_VALUE;

    private PreviewText() {}

    public static String of(Preview preview) {
        List<String> lines = new ArrayList<>();
        lines.add(plan(preview));
        preview.limits().forEach(use -> lines.add("  limit  " + PrintableText.visible(use.toString())));
        unread(preview).forEach(each -> lines.add("  ? not read  " + each));
        lines.add(summary(preview));
        return String.join("\n", lines) + "\n";
    }

    /** Only the plan, without a line break at its end. */
    static String plan(Preview preview) {
        if (isUnknown(preview))
            return "No plan: not everything that it depends on could be read";
        return new PlanText(preview.noun(), WHOLE, WHOLE, WHOLE).render(preview.plan());
    }

    /** Nothing was planned because something is unknown, which is not the same as nothing to write. */
    private static boolean isUnknown(Preview preview) {
        return !preview.unread().isEmpty() && !preview.changes() && preview.plan().refusals().isEmpty();
    }

    static List<String> unread(Preview preview) {
        return preview.unread().stream().map(each -> PrintableText.of(each, PrintableText.MESSAGE)).toList();
    }

    /** {@code 212 Services: 211 unchanged, 1 changed, 0 refused; no address changes; 1 write}. */
    public static String summary(Preview preview) {
        int known = preview.known().size();
        if (isUnknown(preview))
            return counted(known, preview.noun()) + ": not planned; " + preview.unread().size() + " not read";
        int refused = preview.refused().size();
        int changed = preview.changed().size();
        long touched = java.util.stream.Stream.concat(preview.changed().stream(), preview.refused().stream())
                .filter(preview.known()::contains)
                .count();
        int addresses = ChangeKind.addressChanges(preview).size();
        return counted(known, preview.noun()) + ": " + (known - touched) + " unchanged, " + changed + " changed, "
                + refused + " refused; "
                + (addresses == 0 ? "no address changes" : counted(addresses, "address change"))
                + "; " + counted(preview.writes(), "write")
                + (preview.plan().held().isEmpty() ? "" : "; held: " + preview.plan().held().describe())
                + near(preview)
                + (preview.unread().isEmpty() ? "" : "; " + preview.unread().size() + " not read");
    }

    private static String near(Preview preview) {
        List<String> near = preview.limits().stream().filter(LimitUse::isNear).map(LimitUse::left).toList();
        return near.isEmpty() ? "" : "; near a limit: " + String.join(", ", near);
    }
}

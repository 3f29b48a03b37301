package io.azureccm.common.core.preview;

import io.azureccm.common.core.PrintableText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A preview as Markdown, for a comment on a pull request: the summary first, followed by the folded plan. */
public final class PreviewMarkdown {
    private PreviewMarkdown() {}

    public static String of(String title, Preview preview) {
        List<String> lines = new ArrayList<>();
        Collections.addAll(lines, "### Plan of the " + title, "", "**" + PreviewText.summary(preview) + "**");
        if (!preview.unread().isEmpty()) {
            Collections.addAll(lines, "", "Not everything could be read, so this plan is meaningless:", "");
            PreviewText.unread(preview).forEach(each -> lines.add("* " + code(each)));
        }
        if (!preview.plan().refusals().isEmpty()) {
            Collections.addAll(lines, "", "| Refused | Why |", "|---|---|");
            preview.plan()
                    .refusals()
                    .forEach(each -> lines.add(
                            "| " + cell(each.subject()) + " | " + cell(each.code() + ": " + each.message()) + " |"));
        }
        if (!preview.limits().isEmpty()) {
            Collections.addAll(lines, "", "| Resource | Limit | Before | After | Most |", "|---|---|---|---|---|");
            preview.limits()
                    .forEach(use -> lines.add("| " + cell(use.resource()) + " | " + use.counted() + " | " + use.before()
                            + " | " + use.after() + " | " + use.max()
                            + (use.isExceeded() ? ", which Azure refuses" : "") + " |"));
        }
        if (preview.changes())
            lines.addAll(folded(PreviewText.plan(preview)));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> folded(String plan) {
        String fence = fence(plan);
        return List.of("", "<details><summary>The plan</summary>", "", fence + "text", plan, fence, "", "</details>");
    }

    /** Longer than any run of backticks in the text, so that no value ends the block. */
    private static String fence(String text) {
        String fence = "```";
        while (text.contains(fence)) {
            fence += "`";
        }
        return fence;
    }

    private static String code(String text) {
        return "`" + PrintableText.visible(text).replace('`', '\'') + "`";
    }

    private static String cell(String text) {
        return code(text.replace("|", "\\|"));
    }
}

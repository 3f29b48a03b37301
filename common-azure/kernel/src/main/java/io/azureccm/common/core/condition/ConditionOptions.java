package io.azureccm.common.core.condition;

import java.util.Locale;

/**
 * Whether objects get conditions about problems, and the prefix of addresses of the pages that explain the reasons, such as
 * {@code https://docs.example.com/}; without one, messages have no address.
 */
public record ConditionOptions(boolean enabled, String pageBase) {
    public static final ConditionOptions OFF = new ConditionOptions(false, "");
    public static final ConditionOptions ON = new ConditionOptions(true, "");

    /** The address of a page, or its {@code title} if pages have none. */
    public String page(String title, String path) {
        return pageBase.isEmpty() ? title : pageBase + path;
    }

    /** The message of a problem with what can be done about it; {@code page}: the path of the page with a heading for the reason. */
    public String message(String problem, ConditionReason reason, String page) {
        String text = problem + (problem.endsWith(".") ? "" : ".") + " What to do: " + reason.remedy();
        return pageBase.isEmpty() ? text : text + " " + pageBase + page + "#" + reason.word().toLowerCase(Locale.ROOT);
    }
}

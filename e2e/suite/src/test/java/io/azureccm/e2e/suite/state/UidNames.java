package io.azureccm.e2e.suite.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Replaces the UIDs that a run happened to get by names that are the same in every run: {@code {uid-NAME}}, without dashes
 * {@code {uid-NAME-nodash}}, cut to 31 characters {@code {uid-NAME-nodash31}}. NAME is the name of the Service.
 */
public final class UidNames {
    private record Replacement(String text, String by) {}

    private final List<Replacement> replacements = new ArrayList<>();

    /** Takes Service name to UID. */
    public UidNames(Map<String, String> uids) {
        uids.forEach((name, uid) -> {
            String lower = uid.toLowerCase(Locale.ROOT);
            String noDash = lower.replace("-", "");
            replacements.add(new Replacement(lower, "{uid-" + name + "}"));
            replacements.add(new Replacement(noDash, "{uid-" + name + "-nodash}"));
            if (noDash.length() > 31) {
                replacements.add(new Replacement(noDash.substring(0, 31), "{uid-" + name + "-nodash31}"));
            }
        });
        replacements.sort(Comparator.comparingInt((Replacement r) -> r.text().length()).reversed());
    }

    public String apply(String text) {
        String result = text;
        for (Replacement replacement : replacements) {
            result = result.replace(replacement.text(), replacement.by());
        }
        return result;
    }
}

package io.azureccm.common.config.value;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a misspelled name most likely stands for. */
public final class NearestName {

    private static final int MIN_PREFIX_LENGTH = 5;

    private NearestName() {}

    /** The closest known name, ignoring case, or empty if none is close; the first one wins a tie. */
    public static Optional<String> of(String written, Collection<String> known) {
        String wanted = written.toLowerCase(Locale.ROOT);
        Optional<String> longer = known.stream()
                .filter(
                        n -> wanted.length() >= MIN_PREFIX_LENGTH && n.toLowerCase(Locale.ROOT).startsWith(wanted))
                .findFirst();
        return longer.isPresent() ? longer : closest(wanted, known);
    }

    private static Optional<String> closest(String wanted, Collection<String> known) {
        int limit = Math.max(2, wanted.length() / 3);
        String best = null;
        int bestDistance = limit + 1;
        for (String name : known) {
            if (Math.abs(name.length() - wanted.length()) >= bestDistance) {
                continue;
            }
            int distance = distance(wanted, name.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                best = name;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** The end of a sentence: {@code (did you mean "vmType"?)} after a blank, or an empty string. */
    public static String hint(String written, Collection<String> known) {
        return of(written, known).map(n -> " (did you mean \"" + n + "\"?)").orElse("");
    }

    /** Edit distance in which swapping two adjacent characters counts as one edit. */
    public static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(last[j] + 1, row[j - 1] + 1), last[j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}

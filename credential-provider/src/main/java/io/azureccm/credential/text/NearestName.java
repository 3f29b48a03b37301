package io.azureccm.credential.text;

import java.util.Locale;

/** Finds the known name that was probably meant. */
public final class NearestName {
    private NearestName() {}

    /** The one of {@code known} with the smallest edit distance, ignoring case. */
    public static String of(String written, String... known) {
        String nearest = known[0];
        int least = Integer.MAX_VALUE;
        for (String name : known) {
            int changes = changes(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (changes < least) {
                least = changes;
                nearest = name;
            }
        }
        return nearest;
    }

    private static int changes(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++)
            row[j] = j;
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int same = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(same, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}

package io.azureccm.e2e.azure.seed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The members that an object of a seed may have. A member that nobody reads is a mistake of the seed. */
public final class Members {
    private Members() {}

    /** Throws an {@link IllegalArgumentException} that names a member of {@code json} other than these, and the one of these that is close to it. */
    public static void check(String what, JsonNode json, String... known) {
        List<String> all = List.of(known);
        json.fieldNames().forEachRemaining(name -> {
            if (!all.contains(name))
                throw new IllegalArgumentException("unknown member '" + name + "' of " + what + nearest(name, all)
                        + "; known are " + String.join(", ", all));
        });
    }

    private static String nearest(String name, List<String> known) {
        String written = name.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.comparingInt(each -> distance(written, each.toLowerCase(Locale.ROOT))))
                .filter(each -> distance(written, each.toLowerCase(Locale.ROOT)) <= Math.max(2, written.length() / 3))
                .map(each -> " (did you mean '" + each + "'?)")
                .orElse("");
    }

    /** The edit distance. */
    private static int distance(String a, String b) {
        int[] last = new int[b.length() + 1];
        for (int j = 0; j < last.length; j++)
            last[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[last.length];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + change);
            }
            last = row;
        }
        return last[b.length()];
    }
}

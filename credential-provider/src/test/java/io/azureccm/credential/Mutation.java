package io.azureccm.credential;

import java.util.List;
import java.util.Random;

/** Changes texts at random: letters, fragments, words of their vocabulary. */
final class Mutation {
    private static final List<String> PIECES = List.of("\"", "{", "}", "[", "]", ":", ",", "\\", "\\u", "\\ud800",
            "null", "true", "-1e999",
            "0", "\n", "\r\n", "\t", "\u0000", "\u00e9", "\u2028", "\ud83d\ude00", " ", "=", "Bearer", "Basic", "realm",
            "service",
            "https://", "http://", "..", "/", "@", "*", "%00", "azurecr.io", ".azurecr.cn", "apiVersion", "kind",
            "image", "cloud",
            "AzureStackCloud", "tenantId", "useManagedIdentityExtension", "aadClientId", "&a ", "*a", "|", ">", "---\n",
            "? ", "<<: ", "!!str ",
            "9999999999999999999", "{\"a\":", "[[[[[[[[");

    private final Random random;

    Mutation(long seed) {
        random = new Random(seed);
    }

    int upTo(int bound) {
        return random.nextInt(bound);
    }

    <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** The text after up to six changes, or unchanged. */
    String of(String text) {
        StringBuilder changed = new StringBuilder(text);
        for (int changes = random.nextInt(7); changes > 0; changes--) {
            int at = random.nextInt(changed.length() + 1);
            int to = Math.min(changed.length(), at + random.nextInt(random.nextInt(10) == 0 ? 40 : 4));
            switch (random.nextInt(6)) {
                case 0 -> changed.delete(at, to);
                case 1 -> changed.insert(at, one(PIECES));
                case 2 -> changed.replace(at, to, one(PIECES));
                case 3 -> changed.insert(at, changed.substring(at, to));
                case 4 -> changed.insert(at, (char) random.nextInt(300));
                default -> changed.insert(random.nextInt(changed.length() + 1), changed.substring(at, to));
            }
        }
        if (random.nextInt(200) == 0)
            changed.append(one(PIECES).repeat(5000));
        return changed.toString();
    }
}

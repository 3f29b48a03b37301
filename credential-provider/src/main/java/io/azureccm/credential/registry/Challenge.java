package io.azureccm.credential.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A challenge of a registry, from a header {@code WWW-Authenticate} (RFC 9110, 11.6.1).
 *
 * @param scheme in lower case
 * @param parameters by their names in lower case
 */
record Challenge(String scheme, Map<String, String> parameters) {

    /**
     * The challenges of all headers; throws {@link IllegalArgumentException} if they are not valid. Its message quotes
     * nothing.
     */
    static List<Challenge> all(List<String> headers) {
        List<Challenge> challenges = new ArrayList<>();
        for (String header : headers)
            new Parser(header).read(challenges);
        return challenges;
    }

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        void read(List<Challenge> challenges) {
            Challenge current = null;
            while (true) {
                blanks(true);
                if (at >= text.length())
                    return;
                String word = token();
                if (word.isEmpty())
                    throw new IllegalArgumentException("a name is missing");
                int after = at;
                blanks(false);
                if (at < text.length() && text.charAt(at) == '=') {
                    if (current == null)
                        throw new IllegalArgumentException("it does not begin with a scheme");
                    at++;
                    blanks(false);
                    String name = word.toLowerCase(Locale.ROOT);
                    if (current.parameters().put(name, value()) != null)
                        throw new IllegalArgumentException("a parameter is duplicated");
                } else {
                    at = after;
                    current = new Challenge(word.toLowerCase(Locale.ROOT), new LinkedHashMap<>());
                    challenges.add(current);
                }
            }
        }

        private String value() {
            if (at < text.length() && text.charAt(at) == '"')
                return quoted();
            String value = token();
            // Base64 padding of a value.
            while (at < text.length() && text.charAt(at) == '=')
                at++;
            return value;
        }

        private String quoted() {
            StringBuilder value = new StringBuilder();
            for (at++; at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '"') {
                    at++;
                    return value.toString();
                }
                if (c == '\\' && at + 1 < text.length())
                    c = text.charAt(++at);
                value.append(c);
            }
            throw new IllegalArgumentException("a quoted string does not end");
        }

        private String token() {
            int from = at;
            while (at < text.length() && " \t,=\"".indexOf(text.charAt(at)) < 0)
                at++;
            return text.substring(from, at);
        }

        private void blanks(boolean commas) {
            while (at < text.length() && (text.charAt(at) <= ' ' || commas && text.charAt(at) == ','))
                at++;
        }
    }
}

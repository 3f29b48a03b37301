package io.azureccm.credential.text;

/** Strings as JSON. */
public final class JsonText {
    private JsonText() {}

    /** Appends a string with its quotes. */
    public static void quoted(StringBuilder to, String value) {
        to.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (c < ' ' || c == 0x2028 || c == 0x2029 || Character.isSurrogate(c)) {
                to.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4)
                    to.append(Character.forDigit(c >> shift & 0xf, 16));
            } else {
                to.append(c);
            }
        }
        to.append('"');
    }
}

package io.azureccm.credential.text;

import java.util.HexFormat;

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
                to.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                to.append(c);
            }
        }
        to.append('"');
    }
}

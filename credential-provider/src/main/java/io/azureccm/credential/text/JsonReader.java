package io.azureccm.credential.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses strict JSON (RFC 8259) into {@link Map}, {@link List}, {@link String}, {@link Double}, {@link Boolean} and
 * null. The last of several equal names in an object applies. Invalid JSON causes an {@link IllegalArgumentException}
 * with the position; its message quotes nothing.
 */
public final class JsonReader {
    private static final int MAX_DEPTH = 200;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    public static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value(0);
        reader.blanks();
        if (reader.at < text.length())
            throw reader.wrong("there is text after the value");
        return value;
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH)
            throw wrong("nested more than " + MAX_DEPTH + " levels");
        blanks();
        if (at >= text.length())
            throw wrong("expected a value, but the text ends");
        return switch (text.charAt(at)) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        blanks();
        if (next('}'))
            return object;
        do {
            blanks();
            if (at >= text.length() || text.charAt(at) != '"')
                throw wrong("expected a quoted name");
            String name = string();
            blanks();
            expect(':');
            object.put(name, value(depth + 1));
            blanks();
        } while (next(','));
        expect('}');
        return object;
    }

    private List<Object> array(int depth) {
        List<Object> array = new ArrayList<>();
        at++;
        blanks();
        if (next(']'))
            return array;
        do {
            array.add(value(depth + 1));
            blanks();
        } while (next(','));
        expect(']');
        return array;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"')
                return string.toString();
            if (c < ' ')
                throw wrong("a control character in a string");
            string.append(c == '\\' ? escaped() : c);
        }
        throw wrong("a string does not end");
    }

    private char escaped() {
        if (at >= text.length())
            throw wrong("a string does not end");
        char c = text.charAt(at++);
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw wrong("an unknown escape in a string");
        };
    }

    private char unicode() {
        if (at + 4 > text.length())
            throw wrong("a string does not end");
        int code = 0;
        for (int end = at + 4; at < end; at++) {
            int digit = Character.digit(text.charAt(at), 16);
            if (digit < 0 || text.charAt(at) > 'f')
                throw wrong("expected four hexadecimal digits after \\u");
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object number() {
        int from = at;
        next('-');
        if (!next('0'))
            digits();
        if (next('.'))
            digits();
        if (next('e') || next('E')) {
            if (!next('+'))
                next('-');
            digits();
        }
        return Double.valueOf(text.substring(from, at));
    }

    private void digits() {
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9')
            at++;
        if (at == from)
            throw wrong("expected a value");
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at))
            throw wrong("expected a value");
        at += word.length();
        return value;
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0)
            at++;
    }

    private boolean next(char c) {
        boolean found = at < text.length() && text.charAt(at) == c;
        if (found)
            at++;
        return found;
    }

    private void expect(char c) {
        if (!next(c))
            throw wrong("expected \"" + c + "\"");
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("at character " + (at + 1) + ": " + what);
    }
}

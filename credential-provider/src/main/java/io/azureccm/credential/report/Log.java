package io.azureccm.credential.report;

import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes messages to stderr, one line each. Texts passed to {@link #secret} never appear in them. */
public final class Log {
    /** Shorter texts would also be removed from ordinary words; no token or password of Azure is that short. */
    private static final int MIN_SECRET_LENGTH = 4;
    private static final int MIN_TOKEN_LENGTH = 20;
    private static final int MAX_QUOTE_LENGTH = 400;

    private final PrintStream to;
    private final int verbosity;
    private final List<String> secrets = new ArrayList<>();

    /**
     * @param verbosity 0: errors and warnings; 2: also which credential is used; 4: also each step
     */
    public Log(PrintStream to, int verbosity) {
        this.to = to;
        this.verbosity = verbosity;
    }

    /** Registers a text that must not be printed. */
    public synchronized void secret(String text) {
        if (text == null || text.length() < MIN_SECRET_LENGTH || secrets.contains(text))
            return;
        secrets.add(text);
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
        if (!encoded.equals(text))
            secrets.add(encoded);
    }

    public void detail(int level, String message) {
        if (verbosity >= level)
            line("", message);
    }

    public void warning(String message) {
        line("warning: ", message);
    }

    public void error(String message) {
        line("error: ", message);
    }

    private synchronized void line(String kind, String message) {
        to.print("acr-credential-provider: " + kind + oneLine(hide(message)) + "\n");
        to.flush();
    }

    private String hide(String text) {
        String hidden = text;
        for (String secret : secrets)
            hidden = hidden.replace(secret, "***");
        return hidden;
    }

    /**
     * Sanitises external text for a message: without secrets and likely secrets, on one line, at most 400 characters. A
     * server may quote a secret that this program does not know yet.
     */
    public synchronized String quote(String text) {
        String shown = withoutTokens(oneLine(hide(text)));
        return shown.length() <= MAX_QUOTE_LENGTH ? shown : shown.substring(0, MAX_QUOTE_LENGTH) + "...";
    }

    private static String withoutTokens(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i < text.length() && isOfTokens(text.charAt(i)))
                continue;
            String word = text.substring(from, i);
            shown.append(looksLikeToken(word) ? "***" : word);
            if (i < text.length())
                shown.append(text.charAt(i));
            from = i + 1;
        }
        return shown.toString();
    }

    private static boolean isOfTokens(char c) {
        return c < 0x80 && Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '+' || c == '=';
    }

    /** Long, with a digit, and not an ID that identifies an error. */
    private static boolean looksLikeToken(String word) {
        if (word.length() < MIN_TOKEN_LENGTH)
            return false;
        boolean id = word.length() == 36 && word.charAt(8) == '-' && word.charAt(23) == '-';
        boolean digit = false;
        for (int i = 0; i < word.length(); i++)
            digit |= word.charAt(i) >= '0' && word.charAt(i) <= '9';
        return digit && !id;
    }

    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean blank = c <= ' ' || c >= 0x7f && c < 0xa0 || c == 0x2028 || c == 0x2029 || Character.isSurrogate(c)
                    || Character.getType(c) == Character.FORMAT;
            if (!blank) {
                if (gap && !line.isEmpty())
                    line.append(' ');
                line.append(c);
            }
            gap = blank;
        }
        return line.toString();
    }
}

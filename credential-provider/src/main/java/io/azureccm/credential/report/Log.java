package io.azureccm.credential.report;

import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Writes messages to stderr, one line each. Texts passed to {@link #secret} never appear in them. */
public final class Log {
    /** Shorter texts would also be removed from ordinary words; no token or password of Azure is that short. */
    private static final int MIN_SECRET_LENGTH = 4;
    private static final String LONG_WORD = "[A-Za-z0-9_+=-]{20,}";
    /** Blanks, and characters that are invisible, end a line or change its direction. */
    private static final String GAP = "[\\x00-\\x20\\x7f-\\x9f\\u2028\\u2029\\p{Cf}\\p{Cs}\\x{10000}-\\x{10ffff}]+";
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
        String shown = Pattern.compile(LONG_WORD)
                .matcher(oneLine(hide(text)))
                .replaceAll(word -> looksLikeToken(word.group()) ? "***" : word.group());
        return shown.length() <= MAX_QUOTE_LENGTH ? shown : shown.substring(0, MAX_QUOTE_LENGTH) + "...";
    }

    /** With a digit, and not an ID that identifies an error. */
    private static boolean looksLikeToken(String word) {
        boolean id = word.length() == 36 && word.charAt(8) == '-' && word.charAt(23) == '-';
        return !id && word.chars().anyMatch(c -> c >= '0' && c <= '9');
    }

    private static String oneLine(String text) {
        return text.replaceAll(GAP, " ").trim();
    }
}

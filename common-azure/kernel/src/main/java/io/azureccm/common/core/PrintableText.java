package io.azureccm.common.core;

import java.util.Collection;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prepares external text for messages: one line, without control characters and bidirectional formatting characters, and
 * limited in length. Text that is too long loses its middle, since both ends are the most informative.
 */
public final class PrintableText {
    /** Maximum length of one value; enough to identify it. */
    public static final int VALUE = 160;
    /** Maximum length of one message; the API cuts event messages at 1024 bytes. */
    public static final int MESSAGE = 960;
    private static final String CUT = "...";

    private PrintableText() {}

    /**
     * At most {@code max} characters; characters that cannot be shown become {@code \n}, {@code \t} or {@code \}{@code u}
     * and their code.
     */
    public static String of(String text, int max) {
        if (text == null)
            return "";
        if (text.length() <= max && text.codePoints().allMatch(PrintableText::isShown))
            return text;
        String shown = text.length() <= max ? escaped(text) : ends(text, max);
        return shown.length() <= max ? shown : ends(shown, max);
    }

    /** The first {@code max} of these texts, joined, and how many more there are. */
    public static String first(int max, Collection<String> texts, String separator) {
        String first = texts.stream().limit(max).collect(Collectors.joining(separator));
        return texts.size() > max ? first + " and " + (texts.size() - max) + " more" : first;
    }

    /** The text with codes in place of characters that cannot be shown, except line breaks and tabs; its length is not limited. */
    public static String visible(String text) {
        return text.codePoints().allMatch(PrintableText::isShown)
                ? text
                : text.codePoints()
                        .mapToObj(point -> point == '\n' || point == '\t'
                                ? Character.toString(point)
                                : escaped(Character.toString(point)))
                        .collect(Collectors.joining());
    }

    /** {@code 1 write}, {@code 2 writes}. */
    public static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** {@code 2 Applied, 1 Rejected}: how often there is each of these words. */
    public static String tally(Stream<String> words) {
        return words.collect(Collectors.groupingBy(word -> word, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
    }

    /** {@code a, b and 3 more}: at most {@code max} of the names. */
    public static String some(Collection<String> names, int max) {
        return first(max, names, ", ");
    }

    /** The same for each occurrence of a problem: without the ids that Azure gives to requests. */
    public static String withoutRequestIds(String problem) {
        return problem.replaceAll(" \\(request id [^)]*\\)", "");
    }

    private static String ends(String text, int max) {
        int head = Math.max(0, (max - CUT.length()) * 2 / 3);
        int tail = Math.max(0, max - CUT.length() - head);
        String start = escaped(text.substring(0, Character.isHighSurrogate(text.charAt(head - 1)) ? head - 1 : head));
        int from = text.length() - tail;
        String end = escaped(text.substring(tail > 0 && Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from));
        return cutAfter(start, head) + CUT + end.substring(Math.max(0, end.length() - tail));
    }

    private static String cutAfter(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max);
    }

    private static String escaped(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isShown(point)) {
                shown.appendCodePoint(point);
            } else {
                shown.append(switch (point) {
                    case '\n' -> "\\n";
                    case '\r' -> "\\r";
                    case '\t' -> "\\t";
                    default -> String.format("\\u%04x", point);
                });
            }
        });
        return shown.toString();
    }

    private static boolean isShown(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
                    Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }
}

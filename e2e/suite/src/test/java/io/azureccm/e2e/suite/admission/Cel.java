package io.azureccm.e2e.suite.admission;

import io.azureccm.service.spec.parse.Bounds;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.ArrayList;
import java.util.List;

/** Pieces of CEL that read annotations as the parser does. {@code key} is an expression that gives the key. */
final class Cel {
    /** The characters of blanks, those of Unicode included; the rarest are not, since each one counts for the cost of an expression. */
    static final String BLANK = "\\s\\pZ";
    private static final String BLANKS = "[" + BLANK + "]*";
    /** Longer values are not looked at: the controller judges them. */
    static final int MAX_LENGTH = 4096;

    private Cel() {}

    static String key(ServiceAnnotation annotation) {
        return quoted(annotation.key());
    }

    static String quoted(String text) {
        return "'" + text + "'";
    }

    static String has(String key) {
        return key + " in variables.ann";
    }

    static String raw(String key) {
        return "variables.ann[?" + key + "].orValue('')";
    }

    /** The value without the blanks around it; "" where there is none. */
    static String trimmed(String text) {
        return text + ".find(r'[^" + BLANK + "](?s:.*[^" + BLANK + "])?')";
    }

    static String text(ServiceAnnotation annotation) {
        return trimmed(raw(key(annotation)));
    }

    static String flag(String key) {
        return raw(key) + ".matches(r'^" + BLANKS + "(?i:true)" + BLANKS + "$')";
    }

    static String flag(ServiceAnnotation annotation) {
        return flag(key(annotation));
    }

    static String isUnclearFlag(String key) {
        return "!" + raw(key) + ".matches(r'^" + BLANKS + "(?i:true|false)?" + BLANKS + "$')";
    }

    static String isUnclearProtocol(String key) {
        return "!" + raw(key) + ".matches(r'^" + BLANKS + "(?i:tcp|https?)" + BLANKS + "$')";
    }

    static String isNumber(String text, Bounds bounds) {
        String cut = "(" + text + ".size() > " + MAX_LENGTH + " ? 'x' : " + text + ")";
        return cut + ".matches(r'^" + BLANKS + "\\+?0*(" + range(bounds.min(), bounds.max()) + ")" + BLANKS + "$')";
    }

    static String number(String text) {
        return "int(" + text + ".find('[1-9][0-9]*'))";
    }

    /** A value as messages show it. */
    static String shown(String text) {
        return "(" + text + ".size() > 100 ? " + text + ".substring(0, 100) + '...' : " + text + ")";
    }

    static String isReserved(String address, List<String> ranges) {
        return "[" + String.join(", ", ranges.stream().map(Cel::quoted).toList()) + "].exists(r, cidr(r).containsIP("
                + address + "))";
    }

    /** A regular expression for the whole numbers between two positive ones. */
    static String range(int min, int max) {
        List<String> parts = new ArrayList<>();
        long low = min;
        while (low <= max) {
            long step = 1;
            while (low % (step * 10) == 0 && low + step * 10 - 1 <= max)
                step *= 10;
            long high = low;
            while (high / (step * 10) == low / (step * 10) && high + step - 1 <= max)
                high += step;
            parts.add(part(low / step, (high - step) / step, String.valueOf(step).length() - 1));
            low = high;
        }
        return String.join("|", parts);
    }

    private static String part(long first, long last, int anyDigits) {
        String begin = String.valueOf(first);
        String head = begin.substring(0, begin.length() - 1);
        String tail = first == last ? begin.substring(begin.length() - 1) : "[" + first % 10 + "-" + last % 10 + "]";
        return head + tail + (anyDigits == 0 ? "" : "[0-9]{" + anyDigits + "}");
    }
}

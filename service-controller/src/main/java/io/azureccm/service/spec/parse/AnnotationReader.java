package io.azureccm.service.spec.parse;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.spec.Notice;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads annotation values by type and collects problems; an invalid value reads as absent. */
final class AnnotationReader {
    static final String INVALID = "InvalidAnnotation";
    static final String NAME_IS = "a name of up to 80 letters, digits and . _ -";
    static final String GROUP_IS = "the name of a resource group";
    /** Further problems are dropped, and further values of one annotation that are unclear. */
    private static final int MAX_PROBLEMS = 20;
    static final String UNCLEAR = "UnclearAnnotation";

    private final String subject;
    private final Map<String, String> annotations;
    private final Set<Refusal> problems = new LinkedHashSet<>();
    private final Set<Notice> notices = new LinkedHashSet<>();

    AnnotationReader(String subject, Map<String, String> annotations) {
        this.subject = subject;
        this.annotations = annotations == null ? Map.of() : annotations;
    }

    /** A reader of the same annotations that collects its problems separately. */
    AnnotationReader separate() {
        return new AnnotationReader(subject, annotations);
    }

    String subject() {
        return subject;
    }

    Optional<String> raw(ServiceAnnotation annotation) {
        return Optional.ofNullable(annotations.get(annotation.key()));
    }

    Optional<String> raw(String key) {
        return Optional.ofNullable(annotations.get(key));
    }

    /** Without blanks around it, those of Unicode included: text from a web page has others than that of a keyboard. */
    static String trimmed(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from)))
            from++;
        while (from < to && isBlank(text.charAt(to - 1)))
            to--;
        return text.substring(from, to);
    }

    private static boolean isBlank(char each) {
        return Character.isSpaceChar(each) || each >= '\t' && each <= '\r' || each == '\u0085';
    }

    /** The trimmed value; empty if absent or blank. */
    Optional<String> text(ServiceAnnotation annotation) {
        return raw(annotation).map(AnnotationReader::trimmed).filter(value -> !value.isEmpty());
    }

    /** A name that becomes part of a resource id; empty if absent or invalid (with a refusal). */
    Optional<String> name(ServiceAnnotation annotation, String expected) {
        return text(annotation).filter(name -> isName(annotation, name, expected));
    }

    /** The name of a resource group; empty if absent, invalid, or not one that annotations may name (with a refusal). */
    Optional<String> group(ServiceAnnotation annotation, TenantPolicy tenants) {
        return name(annotation, GROUP_IS).filter(group -> mayName(annotation.key(), group, tenants));
    }

    /** Whether an annotation may name this resource group; if not, with a refusal. */
    boolean mayName(String key, String group, TenantPolicy tenants) {
        boolean allowed = tenants.mayName(group);
        if (!allowed)
            refuse(key, raw(key).orElse(""), "annotations may not name resource group \"" + shown(group)
                    + "\" in this cluster (azureccm.tenants.resource-groups): use a group that they may name, or none");
        return allowed;
    }

    private boolean isName(ServiceAnnotation annotation, String name, String expected) {
        boolean right = name.length() <= 100 && name.matches(annotation.namePattern());
        if (!right)
            refuse(annotation.key(), name, "must be " + expected);
        return right;
    }

    boolean flag(ServiceAnnotation annotation) {
        return flag(annotation.key(), annotation.exposure() == ServiceAnnotation.Exposure.INTERNAL
                ? "; the Service is external"
                : "");
    }

    boolean flag(String key) {
        return flag(key, "");
    }

    /** True only for {@code true}, in any case; a value that is neither true nor false reads as false, with a notice for the user. */
    private boolean flag(String key, String consequence) {
        String value = trimmed(annotations.getOrDefault(key, ""));
        if (!value.isEmpty() && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            unclear(key, value, "false: write \"true\" or \"false\"" + consequence);
        }
        return value.equalsIgnoreCase("true");
    }

    /** A 32-bit integer, at least {@code min}. */
    OptionalInt number(String key, int min, String expected) {
        String value = annotations.get(key);
        if (value == null)
            return OptionalInt.empty();
        try {
            int number = Integer.parseInt(trimmed(value));
            if (number >= min)
                return OptionalInt.of(number);
            refuse(key, value, expected);
        } catch (NumberFormatException notANumber) {
            refuse(key, value, "value must be a whole number; " + expected);
        }
        return OptionalInt.empty();
    }

    /** Comma-separated elements, trimmed, in order; an empty value has one empty element, as in the reference. */
    List<String> list(ServiceAnnotation annotation) {
        return raw(annotation)
                .map(value -> List.of(value.split(",", -1)).stream().map(AnnotationReader::trimmed).toList())
                .orElse(List.of());
    }

    /**
     * Pairs {@code a=b,c=d}; what is not a pair is left out with a notice, and the last of equal keys wins; {@code null} keeps its blanks.
     */
    Map<String, String> pairs(ServiceAnnotation annotation) {
        Map<String, String> pairs = new LinkedHashMap<>();
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        String repeated = "";
        int unclear = 0;
        for (String pair : raw(annotation).orElse("").split(",")) {
            String[] sides = pair.split("=", -1);
            if (sides.length == 2 && !trimmed(sides[0]).isEmpty()) {
                String name = trimmed(sides[0]);
                String value = trimmed(sides[1]);
                if (!names.add(name))
                    repeated = name;
                pairs.put(name, value.equalsIgnoreCase("null") ? sides[1] : value);
            } else if (!trimmed(pair).isEmpty() && unclear++ < MAX_PROBLEMS) {
                unclear(annotation.key(), raw(annotation).orElse(""),
                        "if \"" + shown(trimmed(pair)) + "\" were absent: write name=value, separated by commas");
            }
        }
        if (!repeated.isEmpty())
            unclear(annotation.key(), raw(annotation).orElse(""), "if \"" + shown(repeated)
                    + "\" were there once, with its last value: names are compared ignoring case");
        return pairs;
    }

    void refuse(String key, String value, String expected) {
        refuseAs(INVALID, "annotation " + key + "=\"" + shown(value) + "\": " + expected);
    }

    void refuseAs(String code, String message) {
        if (problems.size() < MAX_PROBLEMS)
            problems.add(new Refusal(code, subject, message));
    }

    /** Adds a notice for a value that is not allowed but has always been interpreted in some way: the interpretation is kept. */
    void unclear(String key, String value, String meaning) {
        notice(Notice.normal(Notice.Source.SERVICE_CONTROLLER, UNCLEAR,
                "annotation " + key + "=\"" + shown(value) + "\" is read as " + meaning));
    }

    /** Adds a notice for a tag that says whose a public IP is: it is left out. */
    void reservedTag(String key) {
        notice(Notice.warning(Notice.Source.SERVICE_CONTROLLER, "ReservedTag", "annotation "
                + ServiceAnnotation.PIP_TAGS.key() + " asks for tag \"" + shown(key)
                + "\", which says whose a public IP is and is only set by the controller: it is left out; remove it from the"
                + " annotation"));
    }

    static String shown(String value) {
        return PrintableText.of(value, PrintableText.VALUE);
    }

    /** Adds a notice for the user that blocks nothing. */
    void notice(Notice notice) {
        notices.add(notice);
    }

    Set<Notice> notices() {
        return notices;
    }

    /** All problems as one refusal with the code of the first. */
    Optional<Refusal> problem() {
        if (problems.isEmpty())
            return Optional.empty();
        String messages = problems.stream().map(Refusal::message).collect(Collectors.joining("; "));
        return Optional.of(new Refusal(problems.iterator().next().code(), subject, messages));
    }
}

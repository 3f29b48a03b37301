package io.azureccm.service.spec.parse;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.spec.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads annotation values by type and collects what is wrong with them; a wrong value reads as absent. */
final class AnnotationReader {
    static final String INVALID = "InvalidAnnotation";
    static final String NAME_IS = "a name of up to 80 letters, digits and . _ -";
    static final String GROUP_IS = "the name of a resource group";
    /** Who has so many problems begins with these. */
    private static final int MAX_PROBLEMS = 20;
    static final String UNCLEAR = "UnclearAnnotation";

    private final String subject;
    private final Map<String, String> annotations;
    private final List<Refusal> problems = new ArrayList<>();
    private final Set<Notice> notices = new LinkedHashSet<>();

    AnnotationReader(String subject, Map<String, String> annotations) {
        this.subject = subject;
        this.annotations = annotations == null ? Map.of() : annotations;
    }

    /** Reads the same annotations and keeps what is wrong to itself. */
    AnnotationReader apart() {
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

    /** The trimmed value; empty when absent or blank. */
    Optional<String> text(ServiceAnnotation annotation) {
        return raw(annotation).map(String::trim).filter(value -> !value.isEmpty());
    }

    /** A name that becomes part of the address of a resource; empty when absent or, with a refusal, when it cannot be one. */
    Optional<String> name(ServiceAnnotation annotation, String whatIsRight) {
        return text(annotation).filter(name -> isName(annotation, name, whatIsRight));
    }

    private boolean isName(ServiceAnnotation annotation, String name, String whatIsRight) {
        boolean right = name.length() <= 100 && name.matches(annotation.namePattern());
        if (!right)
            refuse(annotation.key(), name, "must be " + whatIsRight);
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

    /** True only for {@code true}, whatever its case; a value that is neither true nor false reads as false, and its user hears of it. */
    private boolean flag(String key, String consequence) {
        String value = annotations.getOrDefault(key, "").trim();
        if (!value.isEmpty() && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            unclear(key, value, "false: write \"true\" or \"false\"" + consequence);
        }
        return value.equalsIgnoreCase("true");
    }

    /** A whole number of 32 bits, at least {@code min}. */
    OptionalInt number(String key, int min, String whatIsRight) {
        String value = annotations.get(key);
        if (value == null)
            return OptionalInt.empty();
        try {
            int number = Integer.parseInt(value.trim());
            if (number >= min)
                return OptionalInt.of(number);
            refuse(key, value, whatIsRight);
        } catch (NumberFormatException notANumber) {
            refuse(key, value, "value must be a whole number; " + whatIsRight);
        }
        return OptionalInt.empty();
    }

    /** Comma-separated elements, trimmed, in order; an empty value has one empty element, as the reference reads it. */
    List<String> list(ServiceAnnotation annotation) {
        return raw(annotation).map(value -> List.of(value.split(",", -1)).stream().map(String::trim).toList())
                .orElse(List.of());
    }

    /** Pairs {@code a=b,c=d}; what is no pair is left out, which is told, the last of equal keys wins; {@code null} keeps its blanks. */
    Map<String, String> pairs(ServiceAnnotation annotation) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : raw(annotation).orElse("").split(",")) {
            String[] sides = pair.split("=", -1);
            if (sides.length == 2 && !sides[0].isBlank()) {
                boolean isNull = sides[1].trim().equalsIgnoreCase("null");
                pairs.put(sides[0].trim(), isNull ? sides[1] : sides[1].trim());
            } else if (!pair.isBlank()) {
                unclear(annotation.key(), raw(annotation).orElse(""),
                        "if \"" + shown(pair.trim()) + "\" were absent: write name=value, separated by commas");
            }
        }
        return pairs;
    }

    void refuse(String key, String value, String whatIsRight) {
        problems.add(new Refusal(INVALID, subject, "annotation " + key + "=\"" + shown(value) + "\": " + whatIsRight));
    }

    void refuse(Refusal refusal) {
        problems.add(refusal);
    }

    /** A value that is none of those allowed, but has had a meaning ever since: it keeps it, and its user hears of it. */
    void unclear(String key, String value, String meaning) {
        notice(Notice.normal(Notice.Source.SERVICE_CONTROLLER, UNCLEAR,
                "annotation " + key + "=\"" + shown(value) + "\" is read as " + meaning));
    }

    private static String shown(String value) {
        return PrintableText.of(value, PrintableText.VALUE);
    }

    /** Something the user should know that stops nothing. */
    void notice(Notice notice) {
        notices.add(notice);
    }

    Set<Notice> notices() {
        return notices;
    }

    /** Everything that is wrong, as one refusal with the code of the first. */
    Optional<Refusal> problem() {
        if (problems.isEmpty())
            return Optional.empty();
        String messages = problems.stream()
                .map(Refusal::message)
                .distinct()
                .limit(MAX_PROBLEMS)
                .collect(Collectors.joining("; "));
        return Optional.of(new Refusal(problems.getFirst().code(), subject, messages));
    }
}

package io.azureccm.e2e.cluster.rules;

import java.security.SecureRandom;
import java.util.regex.Pattern;

/**
 * Syntax of names and label keys, and names generated from {@code generateName}. A problem is a sentence, or empty if
 * there is none.
 */
public final class Names {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final Pattern LABEL_1123 = Pattern.compile(LABEL);
    private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final Pattern QUALIFIED = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final SecureRandom RANDOM = new SecureRandom();

    private Names() {}

    public static String subdomainProblem(String name) {
        if (name.length() > 253)
            return "must be no more than 253 bytes";
        return SUBDOMAIN.matcher(name).matches()
                ? ""
                : "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
                        + "and must start and end with an alphanumeric character (e.g. 'example.com', regex used for "
                        + "validation is '" + SUBDOMAIN + "')";
    }

    public static String labelProblem(String name) {
        if (name.length() > 63)
            return "must be no more than 63 bytes";
        return LABEL_1123.matcher(name).matches()
                ? ""
                : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start "
                        + "and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for "
                        + "validation is '" + LABEL_1123 + "')";
    }

    /** RBAC names are free text that fits a path segment. */
    public static String segmentProblem(String name) {
        return name.equals(".") || name.equals("..") || name.contains("/") || name.contains("%")
                ? "may not be '.' or '..' and may not contain '/' or '%'"
                : "";
    }

    public static String labelKeyProblem(String key) {
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        boolean prefixFits = slash < 0 || subdomainProblem(key.substring(0, slash)).isEmpty();
        return prefixFits && name.length() <= 63 && QUALIFIED.matcher(name).matches()
                ? ""
                : "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
                        + "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation "
                        + "is '" + QUALIFIED + "')";
    }

    public static String labelValueProblem(String value) {
        return value.isEmpty() || value.length() <= 63 && QUALIFIED.matcher(value).matches()
                ? ""
                : "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
                        + "start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', "
                        + "regex used for validation is '(" + QUALIFIED + ")?')";
    }

    public static String generate(String prefix) {
        StringBuilder name = new StringBuilder(prefix.length() > 58 ? prefix.substring(0, 58) : prefix);
        for (int i = 0; i < 5; i++)
            name.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        return name.toString();
    }
}

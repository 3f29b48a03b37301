package io.azureccm.common.config.key;

import java.util.regex.Pattern;

/** What a text has to look like. */
public enum TextForm {

    LINE("a string on one line", ".*"),

    ID("an id without blanks and slashes", "[^\\s/]*"),

    GROUP("a resource group name: up to 90 letters, digits, and . _ - ( ), not ending with a period",
            "|[\\p{L}\\p{N}._()-]{0,89}[\\p{L}\\p{N}_()-]"),

    RESOURCE_NAME("a resource name: up to 80 letters, digits, and . _ -, beginning with a letter or digit",
            "|[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,79}"),

    REGION("a region such as eastus", "[A-Za-z0-9 ]*"),

    HTTP_PATH("a path that begins with /", "|/\\S*"),

    URL("a URL such as https://management.example.com/", ".*"),

    /** Tags as name=value pairs, separated by commas. */
    TAG_PAIRS("a string such as \"team=shop,env=prod\"", ".*"),

    COMMA_LIST("names separated by commas, in one string", ".*"),

    /** Tags as an object. */
    TAGS("an object of strings such as {\"team\": \"shop\"}", ".*");

    private final String expected;

    private final Pattern pattern;

    TextForm(String expected, String pattern) {
        this.expected = expected;
        this.pattern = Pattern.compile(pattern);
    }

    /** As it completes "expected ...". */
    public String expected() {
        return expected;
    }

    public boolean fits(String text) {
        return pattern.matcher(text).matches();
    }
}

package io.azureccm.e2e.suite.apps.observe;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an app shows to Prometheus: the name of each metric with the labels it has. */
record Scrape(Map<String, Set<String>> metrics) {
    private static final Pattern LINE = Pattern.compile("^([a-z_A-Z0-9]+)(?:\\{(.*)})? \\S+$", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)=\"(?:[^\"\\\\]|\\\\.)*\"");
    /** What a histogram or summary is shown as. */
    private static final Pattern PART = Pattern.compile("_(bucket|count|sum|max)$");

    /** The help text of each metric, empty where there is none. */
    static Map<String, String> helps(String text) {
        Map<String, String> helps = new TreeMap<>();
        Arrays.stream(text.split("\n"))
                .filter(line -> line.startsWith("# TYPE "))
                .forEach(
                        line -> helps.put(line.split(" ")[2], ""));
        Arrays.stream(text.split("\n")).filter(line -> line.startsWith("# HELP ")).forEach(line -> {
            String[] words = line.split(" ", 4);
            helps.put(words[2], words.length < 4 ? "" : words[3].strip());
        });
        return helps;
    }

    static Scrape of(String text) {
        Map<String, Set<String>> metrics = new TreeMap<>();
        Set<String> families = new TreeSet<>();
        Arrays.stream(text.split("\n"))
                .filter(line -> line.startsWith("# TYPE ")
                        && (line.endsWith(" histogram") || line.endsWith(" summary")))
                .forEach(line -> families.add(line.split(" ")[2]));
        Matcher line = LINE.matcher(text);
        while (line.find()) {
            String whole = line.group(1);
            String base = PART.matcher(whole).replaceFirst("");
            Set<String> labels = metrics.computeIfAbsent(families.contains(base) ? base : whole,
                    name -> new TreeSet<>());
            Matcher label = LABEL.matcher(line.group(2) == null ? "" : line.group(2));
            while (label.find()) {
                if (!label.group(1).equals("le") && !label.group(1).equals("quantile"))
                    labels.add(label.group(1));
            }
        }
        families.forEach(family -> metrics.remove(family + "_max"));
        return new Scrape(metrics);
    }
}

package io.azureccm.service.spec.parse;

import io.azureccm.common.config.value.NearestName;
import io.azureccm.service.spec.parse.ServiceAnnotation.Exposure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the known key that was probably meant by a key without prefix, with another prefix, or with a misspelt one. Strict, because
 * annotations of other tools exist next to these: a name has to match except for its spelling, or for a letter or two.
 */
final class AnnotationKeys {
    private static final String DOMAIN = ServiceAnnotation.PREFIX.substring(0, ServiceAnnotation.PREFIX.length() - 1);
    /** A prefix that is not separated from the name by a slash. */
    private static final Pattern GLUED = Pattern.compile("[a-z.]*kubernetes\\.io[-_.](.+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PORT = Pattern.compile("port[-_]?([0-9]{1,5})[-_].*", Pattern.CASE_INSENSITIVE);
    /** One misspelt letter is accepted per this many letters. */
    private static final int LETTERS_PER_SLIP = 7;
    private static final String PROVIDER = "azure-";
    /** By {@link #folded} name. */
    private static final Map<String, ServiceAnnotation> CATALOGUE = new TreeMap<>();
    private static final Map<String, ServiceAnnotation> EXPOSING = new TreeMap<>();

    static {
        for (ServiceAnnotation annotation : ServiceAnnotation.values()) {
            String name = folded(nameOf(annotation.key()));
            CATALOGUE.put(name, annotation);
            if (annotation.exposure() != Exposure.UNCHANGED)
                EXPOSING.put(withoutProvider(name), annotation);
        }
    }

    private AnnotationKeys() {}

    /** The part after the prefix. */
    static String nameOf(String key) {
        return key.substring(key.indexOf('/') + 1);
    }

    /** The key that was probably meant; empty for a key of another tool. */
    static Optional<String> meant(String key) {
        int slash = key.indexOf('/');
        Matcher glued = GLUED.matcher(key);
        String name = slash < 0 && glued.matches() ? glued.group(1) : nameOf(key);
        if (slash >= 0 && !isKin(key.substring(0, slash)) || OtherProviders.own(name))
            return Optional.empty();
        return ofPort(name).or(() -> ofService(folded(name)));
    }

    /** A key with "external" never means "internal". */
    static boolean mayMean(String name, ServiceAnnotation annotation) {
        String folded = name.toLowerCase(Locale.ROOT);
        return annotation.exposure() != Exposure.INTERNAL
                || !folded.contains("external") && !folded.contains("public");
    }

    /** Prefixes that Kubernetes and Azure use, and misspellings of this controller's prefix. */
    private static boolean isKin(String domain) {
        String folded = domain.toLowerCase(Locale.ROOT);
        return Stream.of("kubernetes.io", "k8s.io", "azure.com")
                .anyMatch(kin -> folded.equals(kin) || folded.endsWith("." + kin))
                || NearestName.of(folded, List.of(DOMAIN)).isPresent();
    }

    private static Optional<String> ofPort(String name) {
        Matcher port = PORT.matcher(name);
        if (!port.matches())
            return Optional.empty();
        return Stream.of(PortAnnotation.values())
                .map(setting -> setting.key(port.group(1)))
                .filter(key -> folded(nameOf(key)).equals(folded(name)))
                .findFirst();
    }

    private static Optional<String> ofService(String name) {
        ServiceAnnotation exact = CATALOGUE.get(name);
        if (exact != null)
            return Optional.of(exact.key());
        return nearest(name).or(() -> exposing(withoutProvider(name)))
                .filter(annotation -> mayMean(name, annotation))
                .map(ServiceAnnotation::key);
    }

    /** The only key that has all words of this name and one more, for names of at least three words. */
    static Optional<String> withOneWordMore(String name) {
        List<String> words = words(folded(name));
        List<ServiceAnnotation> found = CATALOGUE.entrySet()
                .stream()
                .filter(entry -> words.size() > 2 && words(entry.getKey()).size() == words.size() + 1
                        && words(entry.getKey()).containsAll(words) && mayMean(name, entry.getValue()))
                .map(Map.Entry::getValue)
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst().key()) : Optional.empty();
    }

    private static Optional<ServiceAnnotation> nearest(String name) {
        int slips = Math.max(1, name.length() / LETTERS_PER_SLIP);
        return CATALOGUE.keySet()
                .stream()
                .filter(known -> NearestName.distance(name, known) <= slips)
                .min(Comparator.comparingInt(known -> NearestName.distance(name, known)))
                .map(CATALOGUE::get);
    }

    /**
     * Without the name of the provider, and with words in another order, only annotations that decide who can reach a Service are
     * recognised.
     */
    private static Optional<ServiceAnnotation> exposing(String name) {
        return EXPOSING.entrySet()
                .stream()
                .filter(entry -> NearestName.distance(name, entry.getKey()) <= 1
                        || words(name).equals(words(entry.getKey())))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static String withoutProvider(String name) {
        return name.startsWith(PROVIDER) ? name.substring(PROVIDER.length()) : name;
    }

    private static List<String> words(String name) {
        return Stream.of(name.split("-")).sorted().toList();
    }

    /** Normalises a name: lower case, hyphens between words, no abbreviations. */
    private static String folded(String name) {
        List<String> words = new ArrayList<>();
        String hyphens = name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").replaceAll("[._\\s]+", "-");
        for (String word : hyphens.toLowerCase(Locale.ROOT).split("-+")) {
            words.add(word.equals("lb") || word.equals("loadbalancer") ? "load-balancer" : word);
        }
        return String.join("-", words);
    }
}

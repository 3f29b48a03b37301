package io.azureccm.e2e.cluster.schema;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** One served resource: a line of {@code resources.txt}; {@code fields} can be selected by. */
public record ResourceType(String group, String version, String plural, String kind, Set<String> shortNames,
        Set<Trait> traits, Set<String> fields) {

    /** Special properties of a resource. */
    public enum Trait {
        /** Objects live in a namespace. */
        NAMESPACED,
        /** Has the {@code /status} subresource. */
        STATUS,
        /** {@code metadata.generation} counts changes of everything but metadata and status. */
        GENERATION,
        /** A PUT to a name that does not exist creates it. */
        CREATE_ON_PUT,
        /** A PUT without resourceVersion is refused. */
        VERSION_REQUIRED,
        /** Can only be posted; the answer is computed, nothing is stored. */
        REVIEW,
        /** Member of the category {@code kubectl get all}. */
        ALL
    }

    static ResourceType parse(String line) {
        String[] words = line.split(" ");
        int slash = words[0].indexOf('/');
        return new ResourceType(words[0].substring(0, Math.max(0, slash)), words[0].substring(slash + 1), words[1],
                words[2], list(words[3]), list(words[4]).stream().map(Trait::valueOf).collect(Collectors.toSet()),
                Arrays.stream(words).skip(5).collect(Collectors.toSet()));
    }

    private static Set<String> list(String words) {
        return words.equals("-") ? Set.of() : Set.of(words.split(","));
    }

    /** The section of the store, which groups of the same resource share. */
    public String storage() {
        return group.equals("events.k8s.io") ? plural : qualified();
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    public boolean namespaced() {
        return has(Trait.NAMESPACED);
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Its name in error messages: {@code services}, {@code leases.coordination.k8s.io}. */
    public String qualified() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    public String singular() {
        return kind.toLowerCase(java.util.Locale.ROOT);
    }
}

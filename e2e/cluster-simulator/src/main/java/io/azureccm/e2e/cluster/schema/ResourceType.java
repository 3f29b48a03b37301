package io.azureccm.e2e.cluster.schema;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One served resource: a row of the {@link ResourceCatalog}. {@code storage} names its section of the store, which
 * versions or groups of the same resource share.
 */
public record ResourceType(String group, String version, String plural, String kind, String storage,
        List<String> shortNames,
        Set<Trait> traits) {

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

    public ResourceType {
        shortNames = List.copyOf(shortNames);
        traits = traits.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(traits));
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

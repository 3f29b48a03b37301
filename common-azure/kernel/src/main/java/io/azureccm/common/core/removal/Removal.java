package io.azureccm.common.core.removal;

import java.util.Collections;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Something that a plan removes and that a limit counts. {@code of} is the resource it is removed from (a load balancer, a
 * pool; "" if the name is sufficient), {@code subjects} the Kubernetes objects concerned ({@code namespace/name}, or the name
 * of a node). Two are equal if they remove the same thing, regardless of subjects; case is ignored, as in ARM.
 */
public record Removal(Kind kind, String of, String name, Set<String> subjects) implements Comparable<Removal> {
    /** What is removed; each kind has its own limit. */
    public enum Kind {
        FRONTEND("frontend"),
        PUBLIC_IP("public IP"),
        POOL_MEMBER("pool member"),
        ROUTE("route"),
        NODE("node"),
        /** Of a route table: nothing proves that it was created for a node of this cluster. */
        UNMANAGED_ROUTE("unmanaged route");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** For users, in the singular. */
        public String word() {
            return word;
        }

        /** For labels: {@code public-ip}. */
        public String label() {
            return word.toLowerCase(Locale.ROOT).replace(' ', '-');
        }
    }

    private static final Comparator<Removal> ORDER = Comparator.comparing(Removal::kind).thenComparing(Removal::key);

    public Removal {
        subjects = Collections.unmodifiableSet(new TreeSet<>(subjects));
    }

    /** {@code frontend kubernetes/a1b2}: the same on every instance that plans it. */
    public String text() {
        return kind.word() + " " + (of.isEmpty() ? "" : of + "/") + name;
    }

    String key() {
        return text().toLowerCase(Locale.ROOT);
    }

    @Override
    public int compareTo(Removal other) {
        return ORDER.compare(this, other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Removal that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return key().hashCode();
    }
}

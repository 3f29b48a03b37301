package io.azureccm.common.core;

import java.util.List;

/** One element of an ARM resource (a rule, a frontend, a tag, the resource itself) that a write adds, removes or updates. */
public record Change(Kind kind, String element, String name, List<FieldChange> fields, Cause cause) {
    /** The element of a change that concerns the resource itself: its creation, removal or own fields. */
    public static final String RESOURCE = "resource";

    /** What happens to the element. */
    public enum Kind {
        ADD("+", "added"), REMOVE("-", "removed"), UPDATE("~", "changed");

        private final String sign;
        private final String word;

        Kind(String sign, String word) {
            this.sign = sign;
            this.word = word;
        }

        /** In lines for users. */
        public String sign() {
            return sign;
        }

        /** What the element is, for users. */
        public String word() {
            return word;
        }
    }

    public Change {
        fields = List.copyOf(fields);
    }

    public static Change add(String element, String name, Cause cause) {
        return new Change(Kind.ADD, element, name, List.of(), cause);
    }

    public static Change remove(String element, String name, Cause cause) {
        return new Change(Kind.REMOVE, element, name, List.of(), cause);
    }

    /** The creation of the resource itself: marks a PUT as a creation. */
    public static Change create(ArmId target, Cause cause) {
        return add(RESOURCE, target.name(), cause);
    }

    public static Change update(String element, String name, List<FieldChange> fields, Cause cause) {
        return new Change(Kind.UPDATE, element, name, fields, cause);
    }

    public Change because(Cause other) {
        return new Change(kind, element, name, fields, other);
    }

    /** True if this concerns the resource as a whole, not one of its parts. */
    public boolean isResource() {
        return element.equals(RESOURCE);
    }
}

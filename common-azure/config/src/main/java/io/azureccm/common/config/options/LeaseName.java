package io.azureccm.common.config.options;

import java.util.Optional;

/** The Lease of a program, written {@code namespace/name}; the namespace {@code *} stands for any. */
public record LeaseName(String namespace, String name) {
    private static final String ANY = "*";

    /** The lease of the Go controller manager, unless its flags change it. */
    public static final LeaseName GO_CONTROLLER_MANAGER = new LeaseName("kube-system", "cloud-controller-manager");

    /** The leases of that manager in any namespace. */
    public static final LeaseName ANY_GO_CONTROLLER_MANAGER = new LeaseName(ANY, GO_CONTROLLER_MANAGER.name());

    /** Empty unless the text is two names with a slash between them. */
    public static Optional<LeaseName> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 1 || slash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0)
            return Optional.empty();
        return Optional.of(new LeaseName(text.substring(0, slash), text.substring(slash + 1)));
    }

    public boolean isInAnyNamespace() {
        return namespace.equals(ANY);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}

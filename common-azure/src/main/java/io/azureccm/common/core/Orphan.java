package io.azureccm.common.core;

/**
 * Something in Azure that is ours by its name or its tags and that nobody in the cluster wants. {@code why} says what makes it
 * ours, {@code owner} whom it belonged to, as {@code namespace/name}, a node name or the beginning of all names of a Service.
 * {@code leaving}: ordinary plans should remove it, so that it is an orphan only if it stays.
 */
public record Orphan(Kind kind, ArmId id, String why, String owner, boolean leaving) {
    /** What it is; only some kinds are ever deleted because they are orphans. */
    public enum Kind {
        PUBLIC_IP("publicIPAddress", true),
        LOAD_BALANCER("loadBalancer", true),
        FRONTEND("frontend", true),
        RULE("rule", true),
        PROBE("probe", true),
        POOL("pool", true),
        SECURITY_RULE("securityRule", true),
        PRIVATE_LINK_SERVICE("privateLinkService", true),
        POOL_MEMBER("poolMember", false),
        ROUTE("route", false);

        private final String title;
        private final boolean deletable;

        Kind(String title, boolean deletable) {
            this.title = title;
            this.deletable = deletable;
        }

        public boolean isDeletable() {
            return deletable;
        }

        /** As metrics and plans have it. */
        @Override
        public String toString() {
            return title;
        }
    }

    /** For people: {@code frontend loadBalancers/kubernetes/frontendIPConfigurations/a1b2}. */
    public String describe() {
        return kind + " " + id.shortName();
    }
}

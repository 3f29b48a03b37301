package io.azureccm.common.core;

/**
 * Something in Azure that belongs to the controller by its name or tags and that no object in the cluster needs. {@code why}
 * says why it belongs to the controller, {@code owner} to which object it belonged, as {@code namespace/name}, a node name or
 * the prefix of all names of a Service. {@code leaving}: ordinary plans should remove it, so it is only an orphan if it
 * stays.
 */
public record Orphan(Kind kind, ArmId id, String why, String owner, boolean leaving) {
    /** The kind; only some kinds are ever deleted as orphans. */
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

        /** The name in metrics and plans. */
        @Override
        public String toString() {
            return title;
        }
    }

    /** What tags say is made printable: anybody who may write them may have written anything. */
    public Orphan {
        why = PrintableText.of(why, PrintableText.MESSAGE);
        owner = PrintableText.of(owner, PrintableText.MESSAGE);
    }

    /** For users: {@code frontend loadBalancers/kubernetes/frontendIPConfigurations/a1b2}. */
    public String describe() {
        return kind + " " + id.shortName();
    }
}

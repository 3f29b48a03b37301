package io.azureccm.common.core.limit;

/** How much of a limit is used: {@code used} of {@code max} items of a resource, which is named as in plans. */
public record Headroom(Limit limit, String resource, long used, long max) {
    /** The limits; the label is the name in metrics and events. */
    public enum Limit {
        LOAD_BALANCER_RULES("load-balancer-rules"),
        FRONTENDS("frontends"),
        POOL_MEMBERS("pool-members"),
        RULES_PER_INTERFACE("rules-per-interface"),
        SECURITY_RULES("security-rules"),
        SECURITY_RULE_PREFIXES("security-rule-prefixes"),
        PUBLIC_IPS("public-ips", "At the quota, Azure refuses new public IPs in the region"),
        ROUTES("routes"),
        POD_CIDRS("pod-cidrs", "Nodes that join when none is left get no pod CIDR");

        private final String label;
        private final String consequence;

        Limit(String label) {
            this(label, "Above the limit, Azure refuses every write of the resource");
        }

        Limit(String label, String consequence) {
            this.label = label;
            this.consequence = consequence;
        }

        public String label() {
            return label;
        }

        /** What happens when the limit is reached, as a sentence without a full stop. */
        public String consequence() {
            return consequence;
        }
    }

    /** True if at least this percentage of the limit is used. */
    public boolean isAt(int percent) {
        return used * 100 >= max * percent;
    }

    @Override
    public String toString() {
        return resource + ": " + limit.label() + " " + used + " of " + max;
    }
}

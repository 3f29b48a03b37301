package io.azureccm.common.core.limit;

/** How much of a limit is used now: so many of {@code most} things of a resource, which is named as in plans. */
public record Headroom(Limit limit, String resource, long used, long most) {
    /** What is limited; the label is what metrics and events name it by. */
    public enum Limit {
        LOAD_BALANCER_RULES("load-balancer-rules"),
        FRONTENDS("frontends"),
        POOL_MEMBERS("pool-members"),
        RULES_PER_INTERFACE("rules-per-interface"),
        SECURITY_RULES("security-rules"),
        SECURITY_RULE_PREFIXES("security-rule-prefixes"),
        ROUTES("routes"),
        POD_CIDRS("pod-cidrs");

        private final String label;

        Limit(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** True when at least so much of the limit is used. */
    public boolean isAt(int percent) {
        return used * 100 >= most * percent;
    }

    @Override
    public String toString() {
        return resource + ": " + limit.label() + " " + used + " of " + most;
    }
}

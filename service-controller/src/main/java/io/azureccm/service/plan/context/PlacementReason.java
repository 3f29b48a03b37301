package io.azureccm.service.plan.context;

/** Why a Service is on its load balancer: a word for plans, "" where there was no choice, and a clause for people. */
public enum PlacementReason {
    ONLY_ONE("", "there is no other one for its kind of address"),
    STAYS("", "the Service is on it already and stays for as long as it may"),
    PINNED_ADDRESS("PinnedAddress", "the address that the Service asks for is there"),
    WITHOUT_RULES("LoadBalancerWithoutRules", "it has no rules yet"),
    NEW("NewLoadBalancer", "those that are there already have rules"),
    ONLY_ELIGIBLE("OnlyLoadBalancer", "the Service may be on no other one"),
    FEWEST_RULES("FewestRules", "it has the fewest rules");

    private final String word;
    private final String clause;

    PlacementReason(String word, String clause) {
        this.word = word;
        this.clause = clause;
    }

    /** In the cause of a change of a plan. */
    public String word() {
        return word;
    }

    /** What follows {@code because}. */
    public String clause() {
        return clause;
    }
}

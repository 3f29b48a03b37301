package io.azureccm.service.plan.context;

import java.util.Arrays;

/** Why a Service is on its load balancer: a word for plans, "" if there was no choice, and a clause for messages. */
public enum PlacementReason {
    ONLY_ONE("", "it is the only one for this kind of address"),
    STAYS("", "the Service is already on it and stays while it is eligible"),
    PINNED_ADDRESS("PinnedAddress", "the address that the Service requests is on it"),
    WITHOUT_RULES("LoadBalancerWithoutRules", "it has no rules yet"),
    NEW("NewLoadBalancer", "all existing load balancers already have rules"),
    ONLY_ELIGIBLE("OnlyLoadBalancer", "it is the only eligible one"),
    FEWEST_RULES("FewestRules", "it has the fewest rules");

    private final String word;
    private final String clause;

    PlacementReason(String word, String clause) {
        this.word = word;
        this.clause = clause;
    }

    /** The reason with this word; that of a Service that stays for any other word. */
    public static PlacementReason ofWord(String word) {
        return Arrays.stream(values())
                .filter(reason -> !word.isEmpty() && reason.word.equals(word))
                .findFirst()
                .orElse(STAYS);
    }

    /** For the cause of a change in a plan. */
    public String word() {
        return word;
    }

    /** The text after {@code because}. */
    public String clause() {
        return clause;
    }
}

package io.azureccm.route.plan;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.condition.AzureRefusal;
import io.azureccm.common.core.condition.ProblemCondition;
import io.azureccm.common.core.condition.ProblemReason;
import java.util.Arrays;

/** The catalogue of reasons in the condition of Nodes that have no route: codes of refusals, and what Azure says to a write. Stable. */
public enum RouteReason implements ProblemReason {
    NO_POD_CIDR("NoPodCIDR", false, "The Node has no pod CIDR, so that nothing can be routed to it.",
            "Find out why nobody gives it one: the node-controller with `--allocate-node-cidrs`, or the controller manager of "
                    + "Kubernetes; its events at the Node say whether the ranges are used up."),
    INVALID_POD_CIDR("InvalidPodCIDR", false,
            "A pod CIDR cannot be read, or does not begin with its first address.",
            "Delete the Node and let it join again with another range; pod CIDRs of a Node cannot be changed."),
    DUPLICATE_POD_CIDR("DuplicatePodCIDR", false, "Another Node has the same pod CIDR and keeps it.",
            "Delete one of the two Nodes and let it join again with another range; let only one program hand out ranges."),
    ROUTE_PREFIX_TAKEN("RoutePrefixTaken", false,
            "A route that is not ours leads to the same range already, and Azure takes no second one.",
            "Remove the route that the message names, or give the Node another range."),
    ROUTE_TABLE_FULL("RouteTableFull", false, "The route table holds as many routes as Azure takes.",
            "Remove Nodes, or routes of others."),
    ROUTE_NAME_TOO_LONG("RouteNameTooLong", false, "The name of the route would be longer than Azure takes.",
            "Give the Node a shorter name."),
    ROUTE_NAME_TAKEN("RouteNameTaken", false, "Two pod CIDRs of the Node come to the same name of a route.",
            "Delete the Node and let it join again with another range."),
    NO_NODE_ADDRESS("NoNodeAddress", true,
            "Neither the Node nor its machine shows an address of the family that the pod CIDR has.",
            "See whether the Node is initialised: its condition `azureccm.io/Initialized`; give its machine an address of the family."),
    FORBIDDEN("Forbidden", true, "The identity of the controller lacks a right in Azure.",
            "Assign the role of the route-controller at the scope that the message names."),
    DENIED_BY_POLICY("DeniedByPolicy", true, "An Azure Policy denies the write of the route table.",
            "Exempt the route table from the policy that the message names, or give it what the policy demands, such as tags."),
    LOCKED("Locked", true, "A lock in Azure keeps the route table from being changed.",
            "Remove the lock that the message names."),
    LIMIT_REACHED("LimitReached", true, "A limit or quota of the subscription is used up.",
            "Ask Azure for a higher one, or delete what is not used."),
    REJECTED("RejectedByAzure", true, "Azure rejects the write of the route table for good.",
            "The message is that of Azure: change what it names."),
    THROTTLED("Throttled", true, "Azure asks to wait before the next write.",
            "Wait; it is tried again by itself. If it stays, find out who else uses up the limits of the subscription."),
    CHANGED_MEANWHILE("ChangedMeanwhile", true, "Somebody else changes the route table each time that it is written.",
            "Find out from the activity log of the table who writes it, and let only one program do so."),
    OUTCOME_UNKNOWN("OutcomeUnknown", true,
            "Azure did not say whether the write took effect, or answered with an error of the server.",
            "It is read and written again by itself. If it stays, look at the health of Azure in the region."),
    AZURE_UNREADABLE("AzureUnreadable", true, "The route table cannot be read, so that nothing can be said or written.",
            "The message has the status and code of Azure: rights, credentials or network. The doctor of the controller finds which.");

    /** Whether a Node is routed: written when something keeps it from that, and once more when nothing does any longer. */
    public static final ProblemCondition CONDITION = new ProblemCondition("azureccm.io/Routed", "RouteCreated",
            "docs/resources/route/reasons.md");

    private final String word;
    private final boolean variesByAttempt;
    private final String meaning;
    private final String remedy;

    RouteReason(String word, boolean variesByAttempt, String meaning, String remedy) {
        this.word = word;
        this.variesByAttempt = variesByAttempt;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    /** For the code of a refusal of a planner. */
    public static RouteReason ofRefusal(String code) {
        return Arrays.stream(values())
                .filter(each -> each.word.equals(code))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no reason for " + code));
    }

    /** For a write of the table that did not end well. */
    public static RouteReason ofOutcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Rejected(int status, String code, String message) ->
                ofAnswer(status, code, message);
            case Outcome.Throttled throttled -> THROTTLED;
            case Outcome.Conflict conflict -> CHANGED_MEANWHILE;
            default -> OUTCOME_UNKNOWN;
        };
    }

    private static RouteReason ofAnswer(int status, String code, String message) {
        return switch (AzureRefusal.of(status, code, message)) {
            case POLICY -> DENIED_BY_POLICY;
            case LOCK -> LOCKED;
            case QUOTA -> LIMIT_REACHED;
            case RIGHTS -> FORBIDDEN;
            case DNS_NAME_TAKEN, REQUEST -> REJECTED;
        };
    }

    @Override
    public String word() {
        return word;
    }

    @Override
    public boolean variesByAttempt() {
        return variesByAttempt;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}

package io.azureccm.route.plan;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.condition.AzureRefusal;
import io.azureccm.common.core.condition.ProblemCondition;
import io.azureccm.common.core.condition.ProblemReason;
import java.util.Arrays;

/** All reasons of the condition of Nodes without a route: codes of refusals, and Azure's answers to a write. Stable. */
public enum RouteReason implements ProblemReason {
    NO_POD_CIDR("NoPodCIDR", false, "The Node has no pod CIDR, so nothing can be routed to it.",
            "Find out why it is assigned none, by the node-controller with `--allocate-node-cidrs` or by the controller manager of "
                    + "Kubernetes; its events at the Node report whether the ranges are used up."),
    INVALID_POD_CIDR("InvalidPodCIDR", false,
            "A pod CIDR is not valid, or does not start with its network address.",
            "Delete the Node and let it join again with another range; pod CIDRs of a Node cannot be changed."),
    DUPLICATE_POD_CIDR("DuplicatePodCIDR", false, "Another Node has the same pod CIDR and keeps it.",
            "Delete one of the two Nodes and let it join again with another range; let only one program assign ranges."),
    ROUTE_PREFIX_TAKEN("RoutePrefixTaken", false,
            "Another route already leads to the same range, and Azure does not allow a second one.",
            "If it is unmanaged, remove the route named in the message, or give the Node another range. If it may be a leftover of a "
                    + "removed Node, its removal can be approved, with the hash in the event `RemovalsHeld` of the controller's lease."),
    ROUTE_TABLE_FULL("RouteTableFull", false, "The route table has reached Azure's limit of routes.",
            "Remove Nodes, or unmanaged routes."),
    ROUTE_NAME_TOO_LONG("RouteNameTooLong", false, "The name of the route would be longer than Azure allows.",
            "Give the Node a shorter name."),
    ROUTE_NAME_TAKEN("RouteNameTaken", false, "Two pod CIDRs of the Node result in the same route name.",
            "Delete the Node and let it join again with another range."),
    NO_NODE_ADDRESS("NoNodeAddress", true,
            "Neither the Node nor its machine has an address of the pod CIDR's IP family.",
            "Check whether the Node is initialised (condition `azureccm.io/Initialized`), and give its machine an address of the family."),
    NEXT_HOP_OUTSIDE_NETWORK("NextHopOutsideNetwork", false,
            "The internal address of the Node is not in the virtual network of the route table, so Azure would drop what is routed to it.",
            "Give the Node the address of its network interface in Azure (the kubelet's flag `--node-ip`), or peer the networks."),
    NODE_OF_ANOTHER_CLOUD("NodeOfAnotherCloud", false,
            "The provider ID of the Node is not that of a machine in Azure, so a route cannot lead to it. Reported by an event only.",
            "If its pods are reached in another way, label the Node `kubernetes.azure.com/managed=false`."),
    FORBIDDEN("Forbidden", true, "The identity of the controller lacks a permission in Azure.",
            "Assign the role of the route-controller at the scope named in the message."),
    DENIED_BY_POLICY("DeniedByPolicy", true, "An Azure Policy denies the route, or the write of the route table.",
            "Exempt the route table from the policy named in the message, or meet the policy's requirements, such as tags."),
    LOCKED("Locked", true, "An Azure lock prevents changes to the route table.",
            "Remove the lock named in the message."),
    LIMIT_REACHED("LimitReached", true, "A limit or quota of the subscription is exhausted.",
            "Request a higher limit from Azure, or delete unused resources."),
    REJECTED("RejectedByAzure", true, "Azure permanently rejects the route, or the write of the route table.",
            "The message comes from Azure: change what it names."),
    NOT_TRIED_YET("NotTriedYet", true,
            "Azure refuses the routes of some Nodes that were written together, and this Node waits until those are found. Reported by an event only.",
            "Wait: the message says when the next attempt is made. The Nodes that Azure refuses report it."),
    THROTTLED("Throttled", true, "Azure throttles writes: the next one has to wait.",
            "Wait; the write is retried automatically. If the problem persists, find out who else uses up the limits of the subscription."),
    CHANGED_MEANWHILE("ChangedMeanwhile", true, "Another program changes the route table each time it is written.",
            "Use the activity log of the table to find out who writes it, and let only one program do so."),
    OUTCOME_UNKNOWN("OutcomeUnknown", true,
            "Azure did not report whether the write succeeded, or answered with a server error.",
            "The table is read and written again automatically. If the problem persists, check the health of Azure in the region."),
    AZURE_UNREADABLE("AzureUnreadable", true,
            "The route table cannot be read, so its routes can be neither checked nor written.",
            "The message has Azure's status and code: permissions, credentials or network. Run the controller's doctor to find the cause.");

    /** Whether a Node is routed. Written when a problem prevents it, and once more when the problem is solved. */
    public static final ProblemCondition CONDITION = new ProblemCondition("azureccm.io/Routed", "RouteCreated",
            "docs/resources/route/reasons.md");

    private final Text text;
    private final boolean variesByAttempt;

    RouteReason(String word, boolean variesByAttempt, String meaning, String remedy) {
        this.text = new Text(word, meaning, remedy);
        this.variesByAttempt = variesByAttempt;
    }

    /** The reason for the code of a planner's refusal. */
    public static RouteReason ofRefusal(String code) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(code))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no reason for " + code));
    }

    /** The reason for a write of the table that did not succeed. */
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
    public Text text() {
        return text;
    }

    @Override
    public boolean variesByAttempt() {
        return variesByAttempt;
    }
}

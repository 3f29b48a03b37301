package io.azureccm.service.status;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.condition.AzureRefusal;
import io.azureccm.common.core.condition.ConditionReason;
import io.azureccm.common.kube.condition.WantedCondition.Status;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * The catalogue of reasons in the conditions of Services. The words are stable: scripts and alerts may rely on them. A refusal of a plan
 * maps to a reason by its code, an error of Azure by its own code.
 */
public enum ServiceReason implements ConditionReason {
    PROGRAMMED("Programmed", Status.TRUE, Status.TRUE, "Everything the Service asks for is in Azure.", "Nothing."),
    INVALID_ANNOTATION("InvalidAnnotation", Status.FALSE, Status.FALSE,
            "The value of an annotation is malformed or not allowed.",
            "Correct the annotation that the message names; the message states the allowed values.",
            "InvalidAnnotation", "UnclearAnnotation", "InvalidSourceRanges", "InvalidAllowedIPRanges"),
    UNSUPPORTED_PORT("UnsupportedPort", Status.FALSE, Status.FALSE,
            "Azure Load Balancer does not support a port of the Service, because of its protocol or because it has no node port.",
            "Change the protocol of the port, or let the Service allocate node ports.",
            "UnsupportedProtocol", "NoNodePort"),
    CONFLICTING_CONFIGURATION("ConflictingConfiguration", Status.FALSE, Status.FALSE,
            "Two settings of the Service exclude each other, or the cloud config does not allow one of them.",
            "Remove one of the two settings that the message names, or change the cloud config.",
            "ConflictingConfiguration", "ConflictConfiguration", "NotForBasicLoadBalancer", "BasicLoadBalancer",
            "ClusterNotConfigured", "AddressNotInSubnet", "PublicIPFamilyMismatch", "PrivateLinkNotPossible",
            "SecurityGroupNotFound"),
    NOT_FOUND("NotFound", Status.FALSE, Status.FALSE,
            "The Service refers to something that does not exist: a subnet, a public IP, a load balancer, a scale set, a namespace.",
            "Create it, or refer to one that exists. The controller reads Azure again without further action.",
            "SubnetNotFound", "PublicIPNotFound", "UnknownLoadBalancer", "NoLoadBalancer", "NoLoadBalancerForNode",
            "FailedToFindLoadBalancerForNode", "VMSetNotFound", "NamespaceUnknown"),
    IN_USE("InUse", Status.FALSE, Status.FALSE,
            "Something the Service requests belongs to another Service or to another resource in Azure: a port of a shared "
                    + "address, an address, a DNS label, a name.",
            "Request a different one, or remove it from the holder that the message names; the Service is then served automatically.",
            "PortConflict", "AddressElsewhere", "AddressHeld", "AddressNotShared", "PrivateLinkNotOwned",
            "DNSLabelInUse", "FrontendInUse", "FrontendShared",
            "PrivateLinkTaken",
            "SecurityRuleNameTaken"),
    NOT_OWNED("NotOwned", Status.FALSE, Status.FALSE,
            "The Service would modify a resource in Azure that is not managed for this cluster.",
            "Use another resource, or mark this one as managed for this cluster, as described in the message.",
            "NotOwned"),
    LIMIT_REACHED("LimitReached", Status.FALSE, Status.FALSE,
            "The Service would exceed an Azure limit for one resource, such as the number of rules of a load balancer "
                    + "or of a security group, or the length of the tag that names the Services of a public IP.",
            "Free capacity, spread Services over several load balancers, or give the Service a public IP of its own; "
                    + "the message says which. The Service is then served automatically.",
            "LoadBalancersFull", "LoadBalancerFull", "SecurityGroupFull", "PublicIPFull", "LimitExceeded"),
    REMOVAL_HELD("RemovalHeld", Status.TRUE, Status.FALSE,
            "The Service requires a removal that exceeds a limit for removals and awaits approval.",
            "Approve the removal or fix its cause, as described in the guide on limits for removals.", "RemovalHeld"),
    REMOVAL_FAILED("RemovalFailed", Status.TRUE, Status.FALSE,
            "The Service is being removed, and some of its resources in Azure could not be removed yet.",
            "The message contains the answer of Azure. The removal is retried automatically."),
    ADDRESS_PENDING("AddressPending", Status.TRUE, Status.FALSE, "Azure has not allocated the IP address yet.",
            "Wait. If it persists, check the public IP or the frontend in Azure.", "WaitsForPublicIP"),
    FORBIDDEN("Forbidden", Status.TRUE, Status.FALSE,
            "The identity of the controller lacks a permission in Azure.",
            "Assign the role that the installation guide describes at the scope that the message names."),
    DENIED_BY_POLICY("DeniedByPolicy", Status.TRUE, Status.FALSE, "An Azure Policy denies the write.",
            "Exempt the resource group from the policy that the message names, or give resources what it requires, "
                    + "such as tags."),
    LOCKED("Locked", Status.TRUE, Status.FALSE, "A lock in Azure prevents the resource from being changed or deleted.",
            "Remove the lock that the message names."),
    QUOTA_EXCEEDED("QuotaExceeded", Status.TRUE, Status.FALSE,
            "A quota of the subscription or the region is exhausted.",
            "Request a higher quota from Azure, or delete unused resources; the controller lists orphans."),
    THROTTLED("Throttled", Status.TRUE, Status.FALSE,
            "Azure throttles writes and asks the controller to wait before the next one.",
            "Wait; the write is retried automatically. If it persists, find out who else uses up the limits of the subscription.",
            "AddressThrottled"),
    CHANGED_MEANWHILE("ChangedMeanwhile", Status.TRUE, Status.FALSE,
            "Another client changes the same resource in Azure at the same time.",
            "It is read and written again automatically. If it persists, find out from the activity log who writes it.",
            "AddressChangedMeanwhile"),
    REJECTED("RejectedByAzure", Status.TRUE, Status.FALSE, "Azure rejects a write permanently.",
            "The message comes from Azure. Change what it names, in the Service or in Azure."),
    OUTCOME_UNKNOWN("OutcomeUnknown", Status.TRUE, Status.UNKNOWN,
            "Azure did not report whether a write took effect, or answered with a server error.",
            "The resource is read and written again automatically. If it persists, check the health of Azure in the region.",
            "AddressOutcomeUnknown"),
    AZURE_UNREADABLE("AzureUnreadable", Status.UNKNOWN, Status.UNKNOWN,
            "Azure cannot be read, so the state of the Service is unknown and nothing can be written.",
            "Check the readiness of the controller and the message: network, credentials or permissions."),
    RESOURCE_UNREADABLE("ResourceUnreadable", Status.TRUE, Status.UNKNOWN,
            "Azure shows a resource that the Service needs, such as its load balancer or its public IP, in a form that cannot be read. "
                    + "The resource is neither written nor replaced, and the Service is left as it is.",
            "The message names the resource and what is wrong with it. Look at it with the Azure CLI; if Azure shows it correctly there, "
                    + "report the message as a bug. It is read again automatically.",
            "ResourceUnreadable"),
    INCOMPLETE("Incomplete", Status.TRUE, Status.FALSE,
            "Another step has to succeed first, for this Service or for another one, and has not succeeded yet.",
            "The message names the step; see also the explanation of the Service.", "PublicIPsUnreadable",
            "NotTriedYet", "LeftElsewhere",
            "AddressNotWritten", "NoFinalizer", "StatusNotWritten");

    private static final Set<ServiceReason> PASSING = Set.of(ADDRESS_PENDING, THROTTLED, CHANGED_MEANWHILE,
            OUTCOME_UNKNOWN,
            AZURE_UNREADABLE, RESOURCE_UNREADABLE, INCOMPLETE, REMOVAL_FAILED);

    private final Text text;
    private final Status accepted;
    private final Status programmed;
    private final Set<String> refusals;

    ServiceReason(String word, Status accepted, Status programmed, String meaning, String remedy, String... refusals) {
        this.text = new Text(word, meaning, remedy);
        this.accepted = accepted;
        this.programmed = programmed;
        this.refusals = Set.of(refusals);
    }

    /** The reason for a refusal of a plan. A code that no plan has comes from Azure, which refused a write for this Service. */
    public static ServiceReason ofRefusal(String code, String message) {
        return Arrays.stream(values())
                .filter(each -> each.refusals.contains(code))
                .findFirst()
                .orElseGet(() -> ofAnswer(0, code, message));
    }

    boolean covers(String code) {
        return refusals.contains(code);
    }

    /**
     * The reason for the outcome of a write; empty if it says nothing about the Service, because the write succeeded or was not for this
     * instance to send.
     */
    public static Optional<ServiceReason> ofOutcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Applied _,Outcome.NoChange _ -> Optional.empty();
            case Outcome.Conflict conflict -> Optional.of(CHANGED_MEANWHILE);
            case Outcome.Throttled busy when busy.isBusy() -> Optional.of(CHANGED_MEANWHILE);
            case Outcome.Throttled throttled -> Optional.of(THROTTLED);
            case Outcome.Unknown unknown -> Optional.of(OUTCOME_UNKNOWN);
            case Outcome.Rejected(int status, String code, String message) ->
                Optional.of(ofAnswer(status, code, message));
            case Outcome.NotAttempted(Outcome.NotAttempted.Reason reason, String message) ->
                reason == Outcome.NotAttempted.Reason.PREREQUISITE_FAILED ? Optional.of(INCOMPLETE) : Optional.empty();
        };
    }

    private static ServiceReason ofAnswer(int status, String code, String message) {
        return switch (AzureRefusal.of(status, code, message)) {
            case POLICY -> DENIED_BY_POLICY;
            case LOCK -> LOCKED;
            case QUOTA -> QUOTA_EXCEEDED;
            case RIGHTS -> FORBIDDEN;
            case DNS_NAME_TAKEN -> IN_USE;
            case REQUEST -> REJECTED;
        };
    }

    /**
     * Whether the problem is expected to end without intervention. Such a reason is shown only after a while, because each change of a
     * condition is a write.
     */
    public boolean isPassing() {
        return PASSING.contains(this);
    }

    /** Whether the spec cannot be fulfilled as it is: it is not sent to Azure, or Azure cannot fulfil it. */
    public boolean isMistake() {
        return accepted == Status.FALSE;
    }

    Status accepted() {
        return accepted;
    }

    Status programmed() {
        return programmed;
    }

    @Override
    public Text text() {
        return text;
    }
}

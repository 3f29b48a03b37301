package io.azureccm.node.plan;

import io.azureccm.common.core.condition.ProblemCondition;
import io.azureccm.common.core.condition.ProblemReason;
import java.util.Arrays;
import java.util.Optional;

/** The catalogue of reasons in the condition of Nodes that cannot be initialised. They are the codes of refusals, and stable. */
public enum InitialisationReason implements ProblemReason {
    NODE_IP_NOT_FOUND("NodeIPNotFound", false,
            "An address that the kubelet was given as `--node-ip` is not one of the machine.",
            "Give the kubelet an address that the message lists, or none, and restart it."),
    NO_PROVIDER_ID("NoProviderID", false,
            "The Node is labelled as no machine of this cloud, and its kubelet has not set `spec.providerID`.",
            "Start the kubelet with `--provider-id`, or remove the label `kubernetes.azure.com/managed=false`."),
    AMBIGUOUS_MACHINE("AmbiguousMachine", false, "Several machines bear the name of the Node.",
            "Give the machines that the message lists names that differ, or set `spec.providerID` of the Node."),
    ZONE_NOT_A_NUMBER("ZoneNotANumber", false, "Azure shows a zone of the machine that is not a number.",
            "Look at the machine in Azure: a zone is `1`, `2` or `3`."),
    MACHINE_NOT_FOUND("MachineNotFound", true, "No machine bears the name of the Node where it was looked for.",
            "Compare the name of the Node with those of machines and their computer names; if its machine is in another resource "
                    + "group than that of the cluster, set the label `kubernetes.azure.com/resource-group`."),
    MACHINE_DELETING("MachineDeleting", true, "The machine is being deleted in Azure.",
            "Nothing: the Node goes with its machine."),
    MACHINE_INCOMPLETE("MachineIncomplete", true,
            "Azure does not show all of the machine yet, such as its size or an address.",
            "Wait; if it stays, look at the provisioning state of the machine and its network interfaces."),
    FAULT_DOMAIN_NOT_KNOWN("FaultDomainNotKnown", true,
            "The machine is in no zone, and Azure has not told its fault domain yet.",
            "Wait; if it stays, look whether the instance view of the machine can be read."),
    MACHINE_UNKNOWN("MachineUnknown", true, "Azure cannot be read, or did not answer: nothing is known of the machine.",
            "The message is that of the first failure: network, credentials, or rights. The doctor of the controller finds which.");

    /** Whether a Node is initialised: written when something keeps it from that, and once more when nothing does any longer. */
    public static final ProblemCondition CONDITION = new ProblemCondition("azureccm.io/Initialized", "Initialized",
            "docs/resources/node/reasons.md");

    private final String word;
    private final boolean passing;
    private final String meaning;
    private final String remedy;

    InitialisationReason(String word, boolean passing, String meaning, String remedy) {
        this.word = word;
        this.passing = passing;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    /** For the code of a refusal. */
    static Optional<InitialisationReason> of(String code) {
        return Arrays.stream(values()).filter(each -> each.word.equals(code)).findFirst();
    }

    @Override
    public String word() {
        return word;
    }

    @Override
    public boolean variesByAttempt() {
        return passing;
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
